// When faults were there, from the steps of a simulation.
import type { Evidence, ServiceRestart } from './evidence.js';

/** Whether the service ended without a chance to store anything. */
export const isCrash = ({ how }: ServiceRestart): boolean => how !== 'stop';

/** Returns the end of the process that acts at a time: a process that stops acts until it is gone. */
export const nextEnd = ({ restarts }: Evidence, atMs: number): ServiceRestart | undefined =>
  restarts.find(({ goneAtMs = Infinity }) => goneAtMs >= atMs);

/** Whether the disk was full at some time between two times. */
export const wasDiskFull = ({ steps, startMs }: Evidence, fromMs: number, untilMs: number): boolean => {
  let isFull = false;
  return steps.some((step) => {
    if (step.kind !== 'disk' || startMs + step.atMs > untilMs) return false;
    const wasFull = isFull;
    isFull = step.isFull;
    return isFull || (wasFull && startMs + step.atMs >= fromMs);
  });
};
