// A HyperDeck driver under test, connected to a simulated HyperDeck over loopback.
import type { PlayersBench } from '../../../contracts/players-bench.js';
import { connectionBench, type BenchOptions, type ConnectionBench } from '../bench.js';
import { playersBench } from '../faulty-bench.js';
import { selections } from '../vmix/bench.js';

export { selections } from '../vmix/bench.js';

/** The output of the demo studio with one scene, and that scene. */
export const output = 'out-1';
export const scene = 'full';

/** Options that attach the output to a simulated HyperDeck. */
export const deckOptions = { players: { [output]: {} } } as const satisfies BenchOptions;

/** Returns a driver that is connected to a simulated HyperDeck. */
export const deckBench = async (): Promise<ConnectionBench> => {
  const bench = await connectionBench('hyperdeck', deckOptions);
  await bench.passUntil('the HyperDeck is connected', () => bench.drivers.players.state(output).connected);
  return bench;
};

/** Returns the bench of the players' contract. */
export const deckPlayers = (bench: ConnectionBench): PlayersBench => {
  const clips = {
    selections: [selections.headlines, selections.bed],
    shortClip: selections.sting,
    promptMs: 250,
  } as const;
  return playersBench(bench, clips, { output, scenes: [scene] });
};
