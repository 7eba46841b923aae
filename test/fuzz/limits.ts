// The limits of all runs of the fuzzer.

/** Most processor time that one input may take, in milliseconds. Of a connection, all requests together. */
export const maxProcessorMs = 1_000;

/** A run ends at this number of violations. */
export const maxViolations = 10;

/** An input that isn't handled within this time ends the run, in milliseconds. A busy machine takes longer than an idle one. */
export const maxHandlingMs = 60_000;
