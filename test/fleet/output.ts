// What the soak of a fleet prints, and its pauses.
import { monotonicMs } from './monotonic.js';

const began = monotonicMs();

/** Prints a line with the minutes and seconds since the start. */
export const print = (line: string): void => {
  const seconds = Math.round((monotonicMs() - began) / 1_000);
  const time = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  process.stdout.write(`${time} ${line}\n`);
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
