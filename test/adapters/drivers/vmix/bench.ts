// A vMix driver under test, connected to a simulated vMix over loopback.
import type { PlayersBench, TimedSelection } from '../../../contracts/players-bench.js';
import { connectionBench, type BenchOptions, type ConnectionBench } from '../bench.js';
import { output, playersBench } from '../faulty-bench.js';

export { output } from '../faulty-bench.js';

/** The output of the demo studio that the vMix plays. */
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
export const vmixPlayers = (bench: ConnectionBench): PlayersBench =>
  playersBench(bench, {
    selections: [selections.headlines, selections.bed],
    shortClip: selections.sting,
    promptMs: 250,
  });
