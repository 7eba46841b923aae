// The port of what a service sends to the console only while operators watch it.

/** What waits to be sent. */
export interface WatchedSource<Batch> {
  /**
   * Starts or ends the watch. It is also called with `true` while the watch lasts: a further operator may have begun to
   * watch.
   */
  readonly setWatched: (watched: boolean) => void;
  /** Sets the only listener, which is called when there is something to send. */
  readonly onPending: (listener: () => void) => void;
  readonly isPending: () => boolean;
  /** Returns what is to be sent, which is pending no longer. */
  readonly take: () => Batch;
  /** Takes note of a batch that could not be sent. */
  readonly onNotSent: (batch: Batch) => void;
}
