// Runs the players' contract suite on the CasparCG driver with a simulated server.
import { afterEach } from 'vitest';
import { playersContract } from '../../../contracts/players.js';
import { playersBench, casparcgBench, type CasparcgBench } from './bench.js';

let used: CasparcgBench | undefined;

afterEach(() => {
  used?.close();
});

playersContract('CasparCG players of a simulated server', async () => {
  used = await casparcgBench();
  return playersBench(used);
});
