// Players of several kinds as one: every output is played by its own.
import type { Players } from '../ports/players.js';

/** The players of some outputs. */
export interface OutputPlayers {
  readonly outputs: ReadonlySet<string>;
  readonly players: Players;
}

/** Joins them; outputs that are nobody's are played by `others`. */
export const playersByOutput = (own: readonly OutputPlayers[], others: Players): Players => {
  const of = (output: string): Players => own.find(({ outputs }) => outputs.has(output))?.players ?? others;
  const every = [others, ...own.map(({ players }) => players)];
  return {
    play: (output, scene, cue) => of(output).play(output, scene, cue),
    stop: (output, scenes) => of(output).stop(output, scenes),
    state: (output) => of(output).state(output),
    watch: (watcher) => {
      const ends = every.map(({ watch }) => watch(watcher));
      return () => {
        for (const end of ends) end();
      };
    },
  };
};
