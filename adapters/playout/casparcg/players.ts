// The players port over CasparCG servers: one player for every output that they play.
import * as E from 'fp-ts/lib/Either.js';
import { changeNotifier } from '../../../application/events/change-notifier.js';
import type { Players } from '../../../application/ports/players.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';
import { CasparcgPlayer, type PlayedOutput, type CasparcgPlayerDeps } from './player.js';

/** Players that hold connections. */
export interface CasparcgPlayers extends Players {
  /** Closes every connection; nothing can be sent any more. */
  readonly close: () => void;
}

const unknown = (output: string): SendResult =>
  E.left(failure('device_unavailable', `no CasparCG server plays the output "${output}"`));

/** Connects to the server of every output, and stays connected until closed. */
export const casparcgPlayers = (
  outputs: readonly PlayedOutput[],
  needs: Omit<CasparcgPlayerDeps, 'changed'>,
): CasparcgPlayers => {
  const { watch, notify: tell } = changeNotifier();
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
