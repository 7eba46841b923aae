// The driver with the connections of some outputs, as the studio file would open them.
import { casparcgDriver } from '../../../../adapters/drivers/casparcg/casparcg.js';
import { defaultOscPort } from '../../../../adapters/drivers/casparcg/osc-port.js';
import type { PlayedOutput } from '../../../../adapters/drivers/casparcg/settings.js';
import type { Attachments, Connection } from '../../../../application/connections/connection-driver.js';
import type { Clock } from '../../../../application/ports/clock.js';
import type { Log } from '../../../../application/ports/log.js';
import type { ClipSelection, Players } from '../../../../application/ports/players.js';
import { changeNotifier } from '../../../../application/ports/watch.js';
import { notServed } from '../../../../adapters/drivers/shared/lines.js';

/** Players that follow outputs as those of a new studio file. */
export interface DrivenOutputs extends Players {
  readonly follow: (outputs: readonly PlayedOutput[], selections: readonly ClipSelection[]) => void;
  readonly close: () => void;
}

/** What the driver uses. `oscPort` is the port to which servers before 2.4 send OSC. */
export interface DrivenOutputsDeps {
  readonly selections: readonly ClipSelection[];
  readonly clock: Clock;
  readonly log: Log;
  readonly oscPort?: number;
}

type AnyConnection = Connection<unknown, unknown, unknown>;

const addressOf = ({ player: { host, port } }: PlayedOutput): string => `${host}:${String(port)}`;

const attachmentsOf = (
  outputs: readonly PlayedOutput[],
  selections: readonly ClipSelection[],
): Attachments<unknown, unknown, unknown> => ({
  lines: new Map(),
  heads: new Map(),
  players: new Map(
    outputs.map(({ player: { host: _h, port: _p, ...settings }, ...output }) => [output.id, { output, settings }]),
  ),
  selections,
});

/** Connects to the server of every output, and stays connected until closed. */
export const casparcgPlayers = (
  first: readonly PlayedOutput[],
  { clock, log, oscPort = defaultOscPort, selections: known }: DrivenOutputsDeps,
): DrivenOutputs => {
  const { watch, notify } = changeNotifier();
  const driver = casparcgDriver(oscPort);
  const open = new Map<string, AnyConnection>();
  let addresses = new Map<string, string>();
  const readSecret = () => Promise.reject(new Error('there is no secret'));
  const follow: DrivenOutputs['follow'] = (outputs, selections) => {
    const byAddress = Map.groupBy(outputs, addressOf);
    addresses = new Map(outputs.map((output) => [output.id, addressOf(output)]));
    for (const [address, connection] of open) {
      if (byAddress.has(address)) continue;
      connection.close();
      open.delete(address);
    }
    for (const [address, served] of byAddress) {
      const [{ host, port } = { host: '', port: 0 }] = served.map(({ player }) => player);
      const attachments = attachmentsOf(served, selections);
      const deps = { id: address, clock, log, readSecret, changed: notify };
      const connection = open.get(address);
      if (connection === undefined) open.set(address, driver.open({ host, port }, attachments, deps));
      else connection.follow(attachments);
    }
  };
  follow(first, known);
  const playersOf = (output: string) => open.get(addresses.get(output) ?? '')?.players;
  return {
    watch,
    follow,
    send: (command) => playersOf(command.output)?.send(command) ?? notServed('output', command.output),
    state: (output) => playersOf(output)?.state(output) ?? { connected: false, scenes: [] },
    hasDriver: (output) => addresses.has(output),
    stateSource: (output) => playersOf(output)?.stateSource(output) ?? null,
    close: () => {
      for (const connection of open.values()) connection.close();
    },
  };
};
