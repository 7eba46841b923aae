// The names of the targets within this process.

/** In the order in which they are fuzzed. */
export const inputNames = ['amcp', 'info', 'osc', 'studio-file', 'sync-service', 'sync-console'] as const;

/** A target within this process. */
export type InputName = (typeof inputNames)[number];
