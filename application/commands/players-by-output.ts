// Combines the players of several drivers: each output is played by its own.
import type { Players } from '../ports/players.js';

/** The players of some outputs. */
export interface OutputPlayers {
  /** Whether an output is among them now. */
  readonly plays: (output: string) => boolean;
  readonly players: Players;
}

/** Returns the combined players. `others` play the outputs that none of `own` plays. */
export const playersByOutput = (own: readonly OutputPlayers[], others: Players): Players => {
  const playersOf = (output: string): Players => own.find(({ plays }) => plays(output))?.players ?? others;
  const all = [others, ...own.map(({ players }) => players)];
  return {
    play: (output, scene, selection) => playersOf(output).play(output, scene, selection),
    stop: (output, scenes) => playersOf(output).stop(output, scenes),
    cue: (output, scene, selection) => playersOf(output).cue(output, scene, selection),
    take: (output, scene) => playersOf(output).take(output, scene),
    pause: (output, scene) => playersOf(output).pause(output, scene),
    resume: (output, scene) => playersOf(output).resume(output, scene),
    seek: (output, scene, positionMs) => playersOf(output).seek(output, scene, positionMs),
    showGraphic: (output, scene, texts) => playersOf(output).showGraphic(output, scene, texts),
    updateGraphic: (output, scene, texts) => playersOf(output).updateGraphic(output, scene, texts),
    hideGraphic: (output, scene) => playersOf(output).hideGraphic(output, scene),
    state: (output) => playersOf(output).state(output),
    hasDriver: (output) => playersOf(output).hasDriver(output),
    stateSource: (output) => playersOf(output).stateSource(output),
    watch: (watcher) => {
      const unsubscribes = all.map(({ watch }) => watch(watcher));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
  };
};
