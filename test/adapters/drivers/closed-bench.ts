// A driver and its simulated equipment that are closed with the test.
import { onTestFinished } from 'vitest';
import { connectionBench, type ConnectionBench } from './bench.js';

/** Connects a driver to its simulated equipment until the test ends. */
export const openBench = async (
  ...[protocol, options]: Parameters<typeof connectionBench>
): Promise<ConnectionBench> => {
  const bench = await connectionBench(protocol, options);
  onTestFinished(bench.close);
  return bench;
};
