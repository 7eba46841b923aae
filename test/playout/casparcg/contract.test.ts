// The CasparCG driver keeps what the service relies on of players, over the simulated server's wire.
import { afterEach } from 'vitest';
import { playersContract } from '../../contracts/players.js';
import { playersBench, rig, type Rig } from './bench.js';

let used: Rig | undefined;

afterEach(() => {
  used?.close();
});

playersContract('CasparCG on the simulated wire', async () => {
  used = await rig();
  return playersBench(used);
});
