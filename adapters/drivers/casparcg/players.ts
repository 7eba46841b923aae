// Implements the players port with CasparCG servers: one player per output.
import * as E from 'fp-ts/lib/Either.js';
import type { OutputWithPlayer } from '../../../application/commands/layout-players.js';
import { reconcile } from '../../../application/commands/reconcile.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import type { Log } from '../../../application/ports/log.js';
import type { ClipSelection, Players } from '../../../application/ports/players.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';
import { defaultOscPort, SharedOscPort } from './osc-port.js';
import { CasparcgPlayer, type CasparcgPlayerDeps } from './player.js';

/** Players that hold connections. */
export interface CasparcgPlayers extends Players {
  /** Connects to the players of these outputs alone. Keeps the connections of those whose player hasn't changed. */
  readonly follow: (outputs: readonly OutputWithPlayer[], selections: readonly ClipSelection[]) => void;
  /** Closes every connection. Nothing can be sent afterwards. */
  readonly close: () => void;
}

/** Dependencies of the players. */
export interface CasparcgPlayersDeps extends Omit<CasparcgPlayerDeps, 'changed' | 'sharedOscPort' | 'selections'> {
  /** The clips that the players may show. */
  readonly selections: readonly ClipSelection[];
  /** The port to which servers before 2.4 send OSC; 6250 if omitted. */
  readonly oscPort?: number;
}

const noPlayer = (output: string): SendResult =>
  E.left(failure('device_unavailable', `no CasparCG server plays the output "${output}"`));

const sharedPort = (port: number, log: Log): SharedOscPort =>
  new SharedOscPort(port, (error) => {
    log.warn('could not receive OSC on the default port', { port, error });
  });

/** Connects to the server of every output, and stays connected until closed. */
export const casparcgPlayers = (
  outputs: readonly OutputWithPlayer[],
  { oscPort = defaultOscPort, ...deps }: CasparcgPlayersDeps,
): CasparcgPlayers => {
  const { watch, notify } = changeNotifier();
  const players = new Map<string, CasparcgPlayer>();
  let { selections } = deps;
  const playerDeps = {
    ...deps,
    sharedOscPort: sharedPort(oscPort, deps.log),
    changed: notify,
    selections: () => selections,
  };
  const follow: CasparcgPlayers['follow'] = (followed, known) => {
    selections = known;
    reconcile(players, followed, {
      open: (output) => new CasparcgPlayer(output, playerDeps),
      serves: (player, output) => player.serves(output),
      close: (player) => {
        player.close();
      },
    });
  };
  follow(outputs, selections);
  return {
    watch,
    follow,
    send: (command) => players.get(command.output)?.send(command) ?? noPlayer(command.output),
    state: (output) => players.get(output)?.state() ?? { connected: false, scenes: [] },
    hasDriver: (output) => players.has(output),
    stateSource: (output) => players.get(output)?.stateSource ?? null,
    close: () => {
      for (const player of players.values()) player.close();
    },
  };
};
