// Runs the players' contract suite on the OBS driver, connected to simulated OBS.
import { afterEach } from 'vitest';
import { playersContract } from '../../../contracts/players.js';
import type { ConnectionBench } from '../bench.js';
import { obsBench, playersBenchOf } from './bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

playersContract('simulated OBS', async () => {
  used = await obsBench();
  return playersBenchOf(used);
});
