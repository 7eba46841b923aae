// Runs the players' contract suite on the vMix driver with a simulated vMix.
import { afterEach } from 'vitest';
import { playersContract } from '../../../contracts/players.js';
import type { ConnectionBench } from '../bench.js';
import { playersBench, vmixBench } from './bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

playersContract('vMix players of a simulated vMix', async () => {
  used = await vmixBench();
  return playersBench(used);
});
