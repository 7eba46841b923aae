// A clock that all processes of a machine share.

/** Returns milliseconds since the machine was started. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
