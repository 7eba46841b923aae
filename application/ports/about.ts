// Facts about the running service: name, version, start time and connection.

/** Facts about the service that anyone may read. Contains no secret, no server id and no studio id. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** Milliseconds since 1970 UTC. */
  readonly startedAtMs: number;
  /** Whether the devices are simulated. */
  readonly simulated: boolean;
  /** Returns whether the console is connected now. */
  readonly cloudConnected: () => boolean;
}
