// The players port over CasparCG servers: one player for every output that they play.
import * as E from 'fp-ts/lib/Either.js';
import { watchers } from '../../../application/watch.js';
import type { Players, Sending } from '../../../application/ports.js';
import { failure } from '../../../domain/failure.js';
import { CasparcgPlayer, type PlayedOutput, type PlayerNeeds } from './player.js';

/** Players that hold connections. */
export interface CasparcgPlayers extends Players {
  /** Closes every connection; nothing can be sent any more. */
  readonly close: () => void;
}

const unknown = (output: string): Sending =>
  E.left(failure('device_unavailable', `no CasparCG server plays the output "${output}"`));

/** Connects to the server of every output, and stays connected until closed. */
export const casparcgPlayers = (
  outputs: readonly PlayedOutput[],
  needs: Omit<PlayerNeeds, 'changed'>,
): CasparcgPlayers => {
  const { watch, tell } = watchers();
  const players = new Map(
    outputs.map((output) => [output.id, new CasparcgPlayer(output, { ...needs, changed: tell })]),
  );
  return {
    watch,
    play: (output, scene, cue) => players.get(output)?.play(scene, cue) ?? unknown(output),
    stop: (output, scenes) => players.get(output)?.stop(scenes) ?? unknown(output),
    state: (output) => players.get(output)?.state() ?? { connected: false, scenes: [] },
    close: () => {
      for (const player of players.values()) player.close();
    },
  };
};
