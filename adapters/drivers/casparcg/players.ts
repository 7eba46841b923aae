// The outputs that a CasparCG server plays. Each has a connection of its own: a server reports OSC for each.
import type {
  Attachments,
  ConnectedPlayers,
  ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { reconcile } from '../../../application/commands/reconcile.js';
import type { ClipSelection } from '../../../application/ports/players.js';
import { notServed } from '../shared/lines.js';
import { connectionLost, studioFileChanged } from '../shared/pending-commands.js';
import { floodsOf } from './floods.js';
import type { SharedOscPort } from './osc-port.js';
import { CasparcgPlayer, type CasparcgPlayerDeps } from './player.js';
import type { CasparcgOutput, CasparcgSettings } from './settings.js';

/** The players of a connection. */
export class CasparcgPlayers {
  readonly #players = new Map<string, CasparcgPlayer>();
  #selections: readonly ClipSelection[] = [];
  readonly #deps: CasparcgPlayerDeps;

  constructor(
    private readonly settings: CasparcgSettings,
    sharedOscPort: SharedOscPort,
    { changed, flooded, ...deps }: ConnectionDeps,
  ) {
    const { clock, log, wire } = deps;
    const connectionLog = new ConnectionLog(deps, settings);
    this.#deps = {
      ...{ clock, log, changed, connectionLog, ...(wire && { wire }) },
      defaultOsc: {
        subscribe: (server, onDatagram) =>
          sharedOscPort.subscribe(server, onDatagram, (error) => {
            log.warn('could not receive OSC on the default port', { port: sharedOscPort.port, error });
          }),
      },
      flooded: floodsOf(flooded),
      selections: () => this.#selections,
    };
  }

  readonly ports: ConnectedPlayers = {
    send: (command) => this.#players.get(command.output)?.send(command) ?? notServed('output', command.output),
    state: (output) => this.#players.get(output)?.state() ?? { connected: false, scenes: [] },
    // INFO is read too seldom to notice a take that the server makes by itself.
    takesAtEnd: (output) => this.#players.get(output)?.stateSource?.startsWith('osc') === true,
    stateSource: (output) => this.#players.get(output)?.stateSource ?? null,
  };

  /** Plays other outputs from now on. Keeps the connections of those whose player hasn't changed. */
  attach({ players, selections }: Pick<Attachments<never, never, CasparcgOutput>, 'players' | 'selections'>): void {
    this.#selections = selections;
    const outputs = [...players.values()].map(({ output, settings }) => ({
      ...output,
      player: { ...this.settings, ...settings },
    }));
    reconcile(this.#players, outputs, {
      open: (output) => new CasparcgPlayer(output, this.#deps),
      serves: (player, output) => player.serves(output),
      close: (player) => {
        player.close(studioFileChanged);
      },
    });
  }

  /** Closes every connection. Nothing can be sent afterwards. */
  close(): void {
    for (const player of this.#players.values()) player.close(connectionLost);
  }
}
