// The command that asks a CasparCG server for its channels and media, and prints a studio file to start from.
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { ServerAddress } from '../adapters/playout/casparcg/connection.js';
import { discoverServer } from '../adapters/playout/casparcg/discovery.js';
import { defaultAmcpPort, PlayerHost } from '../domain/studio/player.js';
import type { CommandOutput } from './check.js';
import { draftStudio } from './discovered-studio.js';

const expected = 'discover: expected the CasparCG server to ask, as HOST, HOST:PORT or [IPv6]:PORT';

/** `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`. */
const serverText = /^(?:\[([^:\]]*:[^\]]*)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

const isServer = ({ host, port }: ServerAddress): boolean =>
  PlayerHost.is(host) && isIPv6(host) === host.includes(':') && port >= 1 && port <= 65_535;

/** Parses `HOST`, `HOST:PORT`, an IPv6 address, or `[IPv6]:PORT`; undefined if it is none of them. */
export const parseServer = (text: string): ServerAddress | undefined => {
  const [, ipv6, name, port] = serverText.exec(isIPv6(text) ? `[${text}]` : text) ?? [];
  const server = { host: ipv6 ?? name ?? '', port: Number(port ?? defaultAmcpPort) };
  return isServer(server) ? server : undefined;
};

/** Asks the server once, and prints the studio file. Notes on what the file lacks go to standard error. */
export const discoverStudio = async (server: string): Promise<CommandOutput> => {
  const address = parseServer(server);
  if (address === undefined) return { lines: [expected], exitCode: 1 };
  const found = await discoverServer(address);
  if (E.isLeft(found))
    return { lines: [`discover: ${address.host} port ${String(address.port)} ${found.left}`], exitCode: 1 };
  const { text, notes } = draftStudio(address, found.right, [randomUUID(), randomUUID()]);
  return { lines: [text.trimEnd()], notes: notes.map((note) => `discover: ${note}`), exitCode: 0 };
};
