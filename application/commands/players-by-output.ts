// Combines the players of several drivers: each output is played by its own.
import type { Players } from '../ports/players.js';

/** The players of some outputs, without what is known of all. */
type PlayersOfOutput = Omit<Players, 'watch' | 'hasDriver'>;

/** Returns players that pass each command and question to the players of its output. */
export const playersByOutput = (
  playersOf: (output: string) => PlayersOfOutput,
  all: Pick<Players, 'watch' | 'hasDriver'>,
): Players => ({
  ...all,
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
  stateSource: (output) => playersOf(output).stateSource(output),
});
