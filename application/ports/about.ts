// The service about itself: what it is called, its version, since when it runs, and what it is connected to.

/** What the service tells of itself. No secret and no id of server or studio is in it. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** Milliseconds since 1970 UTC. */
  readonly startedAtMs: number;
  /** Whether the console can be reached just now. */
  readonly cloudConnected: () => boolean;
}
