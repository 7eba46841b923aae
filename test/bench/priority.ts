// The priority of a benchmark's processes: a flood comes from another machine, so it must not take the server's time.
import { constants, setPriority } from 'node:os';

/** Gives this process precedence over others. Needs root; returns whether it was permitted. */
export const takePrecedence = (): boolean => {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
    return true;
  } catch {
    return false;
  }
};
