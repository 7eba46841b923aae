// OBS under test: the driver, connected to simulated OBS, as players with a cued clip.
import { demoStudio } from '../../../../simulator/demo-studio.js';
import type { PlayersBench, TimedSelection } from '../../../contracts/players-bench.js';
import { connectionBench, type BenchOptions, type ConnectionBench } from '../bench.js';
import { output, playersBench } from '../faulty-bench.js';

export { output } from '../faulty-bench.js';

/** Options that attach the output to simulated OBS. */
export const obsOptions = {
  settings: { mediaFolder: '/media' },
  players: {
    [output]: { scenes: { left: { scene: 'Left wall', inputs: ['A', 'B'] }, right: { inputs: ['C', 'D'] } } },
  },
} as const satisfies BenchOptions;

const named = (key: string): TimedSelection => {
  for (const { key: bank, clips } of demoStudio.banks) {
    const clip = clips.find((one) => one.key === key);
    if (clip?.durationMs !== undefined) return { bank, clip: { ...clip, durationMs: clip.durationMs } };
  }
  throw new Error(`the demo studio has no clip "${key}" with a length`);
};

/** Clips of the demo studio. */
export const selections = { opener: named('opener'), weather: named('weather'), closer: named('closer') } as const;

/** Opens OBS and its driver. */
export const obsBench = async (options: BenchOptions = obsOptions): Promise<ConnectionBench> => {
  const bench = await connectionBench('obs', options);
  await bench.passUntil('the player is connected', () => bench.drivers.players.state(output).connected);
  return bench;
};

/** Returns the bench of the players' contract. */
export const obsPlayers = (bench: ConnectionBench): PlayersBench =>
  playersBench(bench, {
    selections: [selections.opener, selections.weather],
    shortClip: selections.closer,
    promptMs: 100,
  });
