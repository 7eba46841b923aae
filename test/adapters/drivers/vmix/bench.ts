// A vMix driver under test, connected to a simulated vMix over loopback.
import type { PlayersBench, TimedSelection } from '../../../contracts/players-bench.js';
import { connectionBench, type BenchOptions, type ConnectionBench } from '../bench.js';
import { playerFaults } from '../player-faults.js';

/** The output of the demo studio that the vMix plays, and its mixes. */
export const output = 'out-2';
export const vmixPlayer = { idle: 'Black', mixes: { left: 1, right: 2 } };

const clip = (bank: string, number: number, key: string, seconds: number): TimedSelection => ({
  bank,
  clip: { number, key, name: key, durationMs: seconds * 1_000 },
});

/** Clips of the demo studio. */
export const selections = {
  headlines: clip('news', 2, 'headlines', 90),
  bed: clip('music', 1, 'bed', 180),
  sting: clip('music', 2, 'sting', 10),
};

/** Returns a driver that is connected to a simulated vMix. */
export const vmixBench = async (options: Pick<BenchOptions, 'log'> = {}): Promise<ConnectionBench> => {
  const bench = await connectionBench('vmix', { ...options, players: { [output]: vmixPlayer } });
  await bench.passUntil('the vMix is connected', () => bench.drivers.players.state(output).connected);
  return bench;
};

/** Returns the bench of the players' contract. */
export const playersBench = (bench: ConnectionBench): PlayersBench => {
  const { drivers, clock, pass } = bench;
  const { players } = drivers;
  return {
    players,
    pass,
    output,
    scenes: ['left', 'right'],
    now: clock.now,
    promptMs: 250,
    selections: [selections.headlines, selections.bed],
    shortClip: selections.sting,
    ...playerFaults(bench, output),
  };
};
