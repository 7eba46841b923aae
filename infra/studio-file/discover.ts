// The command that asks equipment what it is, and prints a studio file to start from.
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { ServerAddress } from '../../adapters/drivers/casparcg/connection.js';
import { discoverServer } from '../../adapters/drivers/casparcg/discovery.js';
import { defaultAmcpPort, PlayerHost } from '../../domain/studio/player.js';
import type { CommandOutput } from './check.js';
import { draftConnections, draftStudio, type StudioDraft } from './discovered-studio.js';
import { candidatesAt, discoveries as all, recognized } from './find-equipment.js';
import { failuresIn, probeAll, probeAnnounced, type Candidate, type Found, type Probed } from './probes.js';

/** A CasparCG server is asked for its content besides. */
const discoveries = all.filter(([protocol]) => protocol !== 'casparcg');

const protocols = discoveries.map(([protocol]) => protocol).join(', ');

const expected =
  'discover: expected the equipment to ask: HOST for every protocol at its default port, HOST:PORT or [IPv6]:PORT for a ' +
  `CasparCG server, or PROTOCOL://HOST[:PORT] with one of casparcg, ${protocols}`;

/** `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`. */
const serverText = /^(?:\[([^:\]]*:[^\]]*)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

const isServer = ({ host, port }: ServerAddress): boolean =>
  PlayerHost.is(host) && isIPv6(host) === host.includes(':') && port >= 1 && port <= 65_535;

/** Parses `HOST`, `HOST:PORT`, an IPv6 address, or `[IPv6]:PORT`; undefined if it is none of them. */
export const parseServer = (text: string, defaultPort = defaultAmcpPort): ServerAddress | undefined => {
  const [, ipv6, name, port] = serverText.exec(isIPv6(text) ? `[${text}]` : text) ?? [];
  const server = { host: ipv6 ?? name ?? '', port: Number(port ?? defaultPort) };
  return isServer(server) ? server : undefined;
};

/** What is asked: a CasparCG server, other equipment, or both. */
export interface DiscoveryTarget {
  readonly server?: ServerAddress;
  readonly candidates: readonly Candidate[];
}

const oneProtocol = (protocol: string, text: string): DiscoveryTarget | undefined => {
  const discovery = discoveries.find(([name]) => name === protocol)?.[1];
  const address = parseServer(text, discovery?.port);
  if (address === undefined) return undefined;
  if (discovery !== undefined) return { candidates: [{ protocol, discovery, ...address }] };
  return protocol === 'casparcg' ? { server: address, candidates: [] } : undefined;
};

/** Parses what is asked; undefined if it is no address (DISCOVER-5). */
export const parseTarget = (text: string): DiscoveryTarget | undefined => {
  const [, protocol, rest = ''] = /^([a-z0-9-]+):\/\/(.+)$/.exec(text) ?? [];
  if (protocol !== undefined) return oneProtocol(protocol, rest);
  const server = parseServer(text);
  // 0 is no port, so a text without a port is refused here.
  const hasPort = parseServer(text, 0) !== undefined;
  if (server === undefined) return undefined;
  const { host } = server;
  return { server, candidates: hasPort ? [] : candidatesAt(host, discoveries) };
};

const ids = (): readonly [string, string] => [randomUUID(), randomUUID()];

const printed = ({ text, notes }: StudioDraft): CommandOutput => ({
  lines: [text.trimEnd()],
  notes: notes.map((note) => `discover: ${note}`),
  exitCode: 0,
});

const failed = (lines: readonly string[]): CommandOutput => ({
  lines: lines.map((line) => `discover: ${line}`),
  exitCode: 1,
});

/** Returns the equipment that was found. Notes name its template, where its description identifies one (DISCOVER-8). */
const foundWithTemplates = async (probed: readonly Probed[]): Promise<readonly Found[]> =>
  (await recognized(probed)).map(({ template, ...one }) => {
    if (template === null) return one;
    const note = `studio-control templates ${template} shows what can be attached`;
    return { ...one, equipment: { ...one.equipment, notes: [...(one.equipment.notes ?? []), note] } };
  });

/** Asks the equipment once, and prints the studio file. Notes on what the file lacks go to standard error. */
export const discoverStudio = async (text: string): Promise<CommandOutput> => {
  const target = parseTarget(text);
  if (target === undefined) return { lines: [expected], exitCode: 1 };
  const { server, candidates } = target;
  const [content, probed] = await Promise.all([
    server === undefined ? undefined : discoverServer(server),
    probeAll(candidates),
  ]);
  const found = await foundWithTemplates(probed);
  if (server !== undefined && content !== undefined && E.isRight(content))
    return printed(draftStudio(server, content.right, ids(), found));
  if (found.length > 0) return printed(draftConnections(found, ids()));
  const unanswered =
    server !== undefined && content !== undefined && E.isLeft(content)
      ? [`${server.host} port ${String(server.port)} ${content.left}`]
      : [];
  return failed([...unanswered, ...failuresIn(probed)]);
};

/** Asks the local network for equipment that announces itself, and prints the studio file (DISCOVER-7). */
export const discoverAnnounced = async (): Promise<CommandOutput> => {
  const { probed, problems } = await probeAnnounced(discoveries);
  const leftOut = [...problems, ...failuresIn(probed).map((failure) => `left out: ${failure}`)];
  const found = await foundWithTemplates(probed);
  if (found.length === 0)
    return failed(['no equipment announces itself here: name its address, as in discover 192.168.1.50', ...leftOut]);
  const output = printed(draftConnections(found, ids()));
  return { ...output, notes: [...(output.notes ?? []), ...leftOut.map((line) => `discover: ${line}`)] };
};
