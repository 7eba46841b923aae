// Whether the service has begun to stop.

/** A flag that can be set once. */
export interface Stopping {
  readonly begin: () => void;
  readonly isStopping: () => boolean;
}

/** Creates a flag that isn't set. */
export const stopping = (): Stopping => {
  let hasBegun = false;
  return {
    begin: () => {
      hasBegun = true;
    },
    isStopping: () => hasBegun,
  };
};
