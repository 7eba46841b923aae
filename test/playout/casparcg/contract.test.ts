// The CasparCG driver keeps what the service relies on of players, over the simulated server's wire.
import { afterEach } from 'vitest';
import { playersContract } from '../../contracts/players.js';
import { playersBench, casparcgBench, type CasparcgBench } from './bench.js';

let used: CasparcgBench | undefined;

afterEach(() => {
  used?.close();
});

playersContract('CasparCG on the simulated wire', async () => {
  used = await casparcgBench();
  return playersBench(used);
});
