// The port of the console's metrics.

/** The text of all metrics, and its media type. */
export interface ConsoleMetricsText {
  readonly text: string;
  readonly contentType: string;
}

/** Counts what happens at one console process, and returns the counts. */
export interface ConsoleMetrics {
  /** Adds the time from a saved change to the report of a connected service that it is in force. */
  readonly observePush: (seconds: number) => void;
  /** Counts a configuration that a service refused. */
  readonly countRefusedConfiguration: () => void;
  /** Counts a sign-in by its outcome: `signed_in`, or why it was refused. */
  readonly countSignIn: (outcome: string) => void;
  /** Counts an attempt to send a message of a webhook. */
  readonly countWebhookAttempt: (isAccepted: boolean) => void;
  readonly collect: () => Promise<ConsoleMetricsText>;
}
