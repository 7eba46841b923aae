// The earlier form of CasparCG players: each has the address of its server. They are read as players that are attached to
// connections, one for each address.
import { matchable } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { defaultAmcpPort } from './player.js';

/** A record of a studio file that isn't validated. */
type Unvalidated = Readonly<Record<string, unknown>>;

/** A player in the earlier form, and how the studio file has it now. */
export interface EarlierPlayer {
  /** Where it is, such as `outputs[0].player`. */
  readonly path: string;
  /** The connection, and the player that is attached to it. */
  readonly connection: Unvalidated;
  readonly player: Unvalidated;
}

/** A studio file without earlier forms. */
export interface CurrentForm {
  readonly input: unknown;
  readonly earlier: readonly EarlierPlayer[];
  /** What is wrong with the earlier forms, beside the issues of their current form. */
  readonly issues: readonly Issue[];
  /** Returns an issue of the current form where the file has what causes it. */
  readonly inFile: (issue: Issue) => readonly Issue[];
}

const protocol = 'casparcg';

/** The longest id that an address becomes, in characters. A number may follow it. */
const maxIdLength = 56;

const isEarlier = (player: unknown): player is Unvalidated =>
  fieldOf(player, 'connection') === undefined &&
  (fieldOf(player, 'protocol') !== undefined || fieldOf(player, 'host') !== undefined);

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value;

/** Returns the host of a server as all its players have it, however each of them spells it. */
const hostOf = (record: unknown): unknown => {
  const host = textIn(record, 'host');
  return host === undefined ? fieldOf(record, 'host') : matchable(host);
};

/** Returns the address of a server, such that two players of the same server have the same. */
const addressOf = (record: unknown): string =>
  `${shown(hostOf(record))} ${shown(fieldOf(record, 'port') ?? defaultAmcpPort)}`;

/** Returns an id that follows from the address, so that a changed studio file keeps the connections of other addresses. */
const idFor = (player: unknown, taken: ReadonlySet<string>): string => {
  const [host, port] = [shown(hostOf(player)), fieldOf(player, 'port') ?? defaultAmcpPort];
  const address = port === defaultAmcpPort ? host : `${host}-${shown(port)}`;
  const id = `${protocol}-${address.replaceAll(/[^\w.:-]/g, '-')}`.slice(0, maxIdLength);
  for (let unique = id, count = 2; ; unique = `${id}-${String(count)}`, count += 1)
    if (!taken.has(matchable(unique))) return unique;
};

/** The same for all players of a server, so that it stays as it is when one of them changes. */
const connectionOf = (id: string, player: unknown): Unvalidated => {
  const port = fieldOf(player, 'port') ?? defaultAmcpPort;
  return { id, protocol, host: hostOf(player), ...(port !== defaultAmcpPort && { port }) };
};

const attached = (id: string, { protocol: _p, host: _h, port: _port, ...settings }: Unvalidated): Unvalidated => ({
  connection: id,
  ...settings,
});

/** The connections of a studio file, and those that earlier players need besides. */
class Servers {
  readonly added: Unvalidated[] = [];
  readonly #byAddress = new Map<string, Unvalidated>();
  readonly #ids: Set<string>;

  constructor(connections: readonly unknown[]) {
    this.#ids = new Set(connections.flatMap((one) => textIn(one, 'id') ?? []).map(matchable));
    for (const one of connections)
      if (fieldOf(one, 'protocol') === protocol && textIn(one, 'id') !== undefined)
        this.#byAddress.set(addressOf(one), one as Unvalidated);
  }

  /** Returns the connection to the server of a player. */
  of(player: unknown): Unvalidated {
    const address = addressOf(player);
    const known = this.#byAddress.get(address);
    if (known !== undefined) return known;
    const id = idFor(player, this.#ids);
    const connection = connectionOf(id, player);
    this.#ids.add(matchable(id));
    this.#byAddress.set(address, connection);
    this.added.push(connection);
    return connection;
  }
}

const readEarlier = (outputs: readonly unknown[], servers: Servers): readonly (EarlierPlayer | undefined)[] =>
  outputs.map((output, index) => {
    const player = fieldOf(output, 'player');
    if (!isEarlier(player)) return undefined;
    const connection = servers.of(player);
    const path = `outputs[${String(index)}].player`;
    return { path, connection, player: attached(String(connection['id']), player) };
  });

const wrongProtocols = (input: unknown): readonly Issue[] =>
  listIn(input, 'outputs').flatMap((output, index) => {
    const player = fieldOf(output, 'player');
    if (!isEarlier(player) || player['protocol'] === protocol) return [];
    const expected = `${protocol}, or the field connection in place of protocol, host and port`;
    return [{ path: `outputs[${String(index)}].player.protocol`, expected }];
  });

/** Leaves the earlier players out: it is unknown which connections there are. */
const withoutEarlier = (output: unknown): unknown => {
  if (!isEarlier(fieldOf(output, 'player'))) return output;
  const { player: _, ...others } = output as Unvalidated;
  return others;
};

/** Returns an unvalidated studio file in which no player has the earlier form. */
export const inCurrentForm = (input: unknown): CurrentForm => {
  const [outputs, connections] = [listIn(input, 'outputs'), fieldOf(input, 'connections')];
  const issues = wrongProtocols(input);
  const unchanged = { input, earlier: [], issues, inFile: (issue: Issue) => [issue] };
  if (!outputs.some((output) => isEarlier(fieldOf(output, 'player')))) return unchanged;
  if (connections !== undefined && !Array.isArray(connections))
    return { ...unchanged, input: { ...(input as Unvalidated), outputs: outputs.map(withoutEarlier) } };
  const known = listIn(input, 'connections');
  const servers = new Servers(known);
  const players = readEarlier(outputs, servers);
  const earlier = players.filter((player) => player !== undefined);
  return {
    input: {
      ...(input as Unvalidated),
      connections: [...known, ...servers.added],
      outputs: outputs.map((output, index) => {
        const player = players[index]?.player;
        return player === undefined ? output : { ...(output as Unvalidated), player };
      }),
    },
    earlier,
    issues,
    inFile: (issue) => {
      const [, index, field = ''] = /^connections\[(\d+)\](.*)$/.exec(issue.path) ?? [];
      const connection = servers.added[Number(index) - known.length];
      return connection === undefined
        ? [issue]
        : earlier
            .filter((one) => one.connection === connection)
            .map(({ path }) => ({ ...issue, path: `${path}${field}` }));
    },
  };
};
