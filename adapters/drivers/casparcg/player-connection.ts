// The connection of one player, with the budget of what it may receive.
import type { ConnectionLog } from '../../../application/connections/connection-log.js';
import { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { inChannel, type Wire } from '../../../application/ports/wire.js';
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import type { Log } from '../../../application/ports/log.js';
import type { StateSource } from '../../../application/ports/players.js';
import { Connection, type ConnectionListener } from './connection.js';
import type { PlayedOutput } from './settings.js';

export interface PlayerConnectionDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly wire?: Wire;
  /** Logs the losses and returns of the server. */
  readonly connectionLog: Pick<ConnectionLog, 'lost' | 'back'>;
  /** Called with the output, a clause about a server that floods the service, and null when that is over. */
  readonly flooded?: (output: string, message: string | null) => void;
}

/** A connection, which isn't dialled yet. */
export interface PlayerConnection {
  readonly connection: Connection;
  /** Notes that the server floods the service. */
  readonly flooded: (message: string | null) => void;
  /** Notes that the state of the player is known, and how. */
  readonly known: (player: string, stateSource: StateSource | null) => void;
}

/** Returns the connection of an output's player. It logs the first time that the player is connected, and each loss and return. */
export const playerConnection = (
  { id, player: { host, port } }: PlayedOutput,
  { clock, log, wire, connectionLog, flooded: noteFlood }: PlayerConnectionDeps,
  listener: Omit<ConnectionListener, 'onFailed'>,
): PlayerConnection => {
  const flooded = (message: string | null): void => noteFlood?.(id, message);
  const onFailed = (reason: string): void => {
    connectionLog.lost(reason);
  };
  let wasKnown = false;
  return {
    connection: new Connection(
      { host, port },
      { ...listener, onFailed },
      () => steadyMs(clock),
      new ReceiveBudget({ clock, flooded }),
      inChannel(wire, id),
    ),
    flooded,
    known: (player, stateSource) => {
      connectionLog.back();
      if (!wasKnown) log.info('connected to a player', { player, stateSource });
      wasKnown = true;
    },
  };
};
