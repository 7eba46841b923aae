// What a test opens, and its end closes.
import { afterEach } from 'vitest';

/** Returns a list of what closes after each test of the file or suite, the newest first. */
export const closedAfterEach = (): (() => unknown)[] => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return closing;
};
