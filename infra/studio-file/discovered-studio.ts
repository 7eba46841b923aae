// Writes a studio file to start from: the channels of a CasparCG server become outputs, its media clips, and other equipment
// connections.
import * as E from 'fp-ts/lib/Either.js';
import { Document, isMap, visit } from 'yaml';
import { unplayableReason } from '../../adapters/drivers/casparcg/commands.js';
import type { ServerAddress } from '../../adapters/drivers/casparcg/connection.js';
import type { ServerChannel, ServerContent } from '../../adapters/drivers/casparcg/discovery.js';
import type { MediaFile } from '../../adapters/drivers/casparcg/media-list.js';
import { CasparcgOutput } from '../../adapters/drivers/casparcg/settings.js';
import { visible } from '../../domain/codec/codec.js';
import { maxNestedRecords } from '../../domain/studio/bounds.js';
import { Clip, type ClipDefinition } from '../../domain/studio/clip.js';
import type { ConnectionDefinition } from '../../domain/studio/connection.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import { defaultAmcpPort } from '../../domain/studio/player.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Found } from './probes.js';
import { maxFileBytes } from './studio-file.js';

/** A studio file, and notes on what it lacks. The file contains the notes as comments. */
export interface StudioDraft {
  readonly text: string;
  readonly notes: readonly string[];
}

/** How many files that can't be clips are named in the notes. */
const maxNamedFiles = 10;

/** The layer on which an output plays. CasparCG's own examples begin at 10, so that there is room below. */
const layer = 10;

const maxKeyLength = 64;
const maxNameLength = 128;
const maxNoteLength = 300;

/** Cuts a text, and never within a character. */
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .replace(/\p{Cs}$/u, '')
        .trimEnd();

/** The connection to a server. Other connections have the names of other protocols. */
const serverConnection = ({ host, port }: ServerAddress): ConnectionDefinition => ({
  id: 'casparcg',
  protocol: 'casparcg',
  host,
  ...(port === defaultAmcpPort ? {} : { port }),
});

/** Returns the player of a channel, but for its connection. */
const playerOf = ({ number }: ServerChannel): CasparcgOutput => ({ channel: number, layers: { full: layer } });

const outputOf = (connection: string, channel: ServerChannel): OutputDefinition => {
  const { number, videoMode } = channel;
  return {
    id: `out-${String(number)}`,
    slot: `channel-${String(number)}`,
    name: `Channel ${String(number)}${/^[\w.-]{1,40}$/.test(videoMode) ? ` (${videoMode})` : ''}`,
    scenes: ['full'],
    player: { connection, ...playerOf(channel) },
  };
};

/** Returns a key that is easy to write in a URL. A key of digits alone would look like a clip number. */
const keyOf = (name: string): string => {
  const key = cut(
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
    maxKeyLength,
  );
  return /^\d*$/.test(key) ? cut(`clip-${key}`, maxKeyLength) : key;
};

/** Makes keys unique by a number at their end. */
class Keys {
  readonly #used = new Set<string>();
  /** The last number at the end of each key that was taken. */
  readonly #counts = new Map<string, number>();

  next(name: string): string {
    const key = keyOf(name);
    let unique = key;
    let count = this.#counts.get(key) ?? 1;
    for (; this.#used.has(unique); unique = cut(key, maxKeyLength - `-${String(count)}`.length) + `-${String(count)}`)
      count += 1;
    this.#counts.set(key, count);
    this.#used.add(unique);
    return unique;
  }
}

const clipOf = ({ name, durationMs }: MediaFile, number: number, key: string): ClipDefinition => ({
  number,
  key,
  name: cut(name, maxNameLength),
  ...(durationMs === null ? {} : { durationMs }),
  ...(name === key ? {} : { media: name }),
});

/** Why a file can't be a clip; undefined if it can. */
const problemOf = ({ name, durationMs }: MediaFile): string | undefined => {
  const isLengthValid = Clip.is({ number: 1, key: 'clip', name: 'clip', durationMs });
  return unplayableReason({ key: 'clip', media: name }) ?? (isLengthValid ? undefined : 'it is longer than a day');
};

interface Clips {
  readonly clips: readonly ClipDefinition[];
  readonly notes: readonly string[];
}

const leftOutNotes = (problems: readonly string[]): readonly string[] => {
  const named = problems.slice(0, maxNamedFiles).map((problem) => `left out: ${cut(visible(problem), maxNoteLength)}`);
  const more = problems.length - named.length;
  return more > 0 ? [...named, `left out: ${String(more)} more files for reasons of these kinds`] : named;
};

const clipsOf = ({ media }: ServerContent): Clips => {
  if (E.isLeft(media))
    return {
      clips: [],
      notes: [
        `there are no clips: the server ${media.left}. The list comes from the CasparCG media scanner, which is a program of ` +
          'its own: start it and repeat this command, or add the clips by hand',
      ],
    };
  const { files, unreadableLines } = media.right;
  const problems = files.map(problemOf);
  const playable = files.filter((_, index) => problems[index] === undefined);
  const keys = new Keys();
  const unreadable = unreadableLines === 0 ? [] : [`${String(unreadableLines)} lines of the list can not be read`];
  return {
    clips: playable.map((file, index) => clipOf(file, index + 1, keys.next(file.name))),
    notes: [...leftOutNotes(problems.filter((problem) => problem !== undefined)), ...unreadable],
  };
};

/** What a studio file is written from. */
interface Parts {
  readonly connections: readonly ConnectionDefinition[];
  readonly outputs: readonly OutputDefinition[];
  readonly clips: readonly ClipDefinition[];
}

const layoutOf = (ids: readonly [string, string], { connections, outputs, clips }: Parts): StudioLayout => ({
  serverId: ids[0],
  id: ids[1],
  name: 'Studio',
  status: 'off_air',
  holder: null,
  ...(connections.length === 0 ? {} : { connections }),
  stations: [],
  outputs,
  activeBank: 'media',
  banks: [{ key: 'media', name: 'Media', clips }],
  signals: [],
  cameras: [],
  variables: [],
  macros: [],
  automations: [],
});

const textOf = (layout: StudioLayout, comments: readonly string[]): string => {
  const document = new Document(layout);
  document.commentBefore = comments.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Map: (_, map) => {
      if (['number', 'protocol', 'connection'].some((field) => map.has(field))) map.flow = true;
    },
    Seq: (_, { items }) => (items.every((item) => !isMap(item)) ? visit.SKIP : undefined),
  });
  return document.toString({ lineWidth: 0 });
};

const passwords = 'serverId and id are passwords that open the legacy routes: keep them secret.';

const heading = (address: ServerAddress, version: string): readonly string[] => [
  `A studio file to start from, with the channels and the media of the CasparCG server at ${address.host}`,
  `port ${String(address.port)}, version ${cut(visible(version), maxKeyLength)}. Check it with: studio-control check FILE`,
  '',
  passwords,
];

/** Returns the connections to equipment. Their ids are their protocols, numbered from the second one on. */
const connectionsTo = (found: readonly Found[]): readonly ConnectionDefinition[] => {
  const keys = new Keys();
  return found.map(({ protocol, host, port, discovery, equipment }) => ({
    id: keys.next(protocol),
    protocol,
    host,
    ...(port === discovery.port ? {} : { port }),
    ...equipment.settings,
  }));
};

/** Describes the connections, and what they lack. */
const connectionComments = (connections: readonly ConnectionDefinition[], found: readonly Found[]): readonly string[] =>
  found.flatMap(({ announcedAs, equipment: { description, notes = [] } }, index) => {
    const id = connections[index]?.id ?? '';
    const name = announcedAs === undefined ? '' : `, announced as ${JSON.stringify(announcedAs)}`;
    return [`${id}: ${description}${name}`, ...notes.map((note) => `${id}: ${note}`)].map((line) =>
      cut(visible(line), maxNoteLength),
    );
  });

const attachHint = 'Attach signals, cameras and outputs to the connections: docs/devices.md shows how.';

/** Writes as many clips as a studio file may have. */
const fitted = (
  write: (clips: readonly ClipDefinition[], notes: readonly string[]) => string,
  { clips, notes }: Clips,
): StudioDraft => {
  let count = Math.min(clips.length, maxNestedRecords);
  for (;;) {
    const bounded = `only ${String(count)} of ${String(clips.length)} clips are listed, because a studio file has bounds`;
    const all = count < clips.length ? [...notes, bounded] : notes;
    const text = write(clips.slice(0, count), all);
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxFileBytes) return { text, notes: all };
    count = Math.min(count - 1, Math.floor((count * maxFileBytes) / bytes));
  }
};

const channelNotes = (channels: readonly ServerChannel[], unusable: readonly ServerChannel[]): readonly string[] => [
  ...(channels.length === 0 ? ['there are no outputs: the server has no channels'] : []),
  ...unusable.map(({ number }) => `left out: channel ${String(number)}, because channels are numbered from 1 to 99`),
];

/** Writes the studio file of equipment without a CasparCG server, with these two random ids as serverId and id (DISCOVER-5). */
export const draftConnections = (found: readonly Found[], ids: readonly [string, string]): StudioDraft => {
  const connections = connectionsTo(found);
  const notes = connectionComments(connections, found);
  const title =
    'A studio file to start from, with the equipment that was found. Check it with: studio-control check FILE';
  const comments = [title, '', passwords, '', ...notes, attachHint];
  return { text: textOf(layoutOf(ids, { connections, outputs: [], clips: [] }), comments), notes };
};

/** Writes the studio file of a server and of other equipment, with these two random ids as serverId and id (DISCOVER-2). */
export const draftStudio = (
  address: ServerAddress,
  content: ServerContent,
  ids: readonly [string, string],
  found: readonly Found[] = [],
): StudioDraft => {
  const server = serverConnection(address);
  const usable = content.channels.filter((channel) => CasparcgOutput.is(playerOf(channel)));
  const outputs = usable.map((channel) => outputOf(server.id, channel));
  const { clips, notes } = clipsOf(content);
  const others = connectionsTo(found);
  const connections = [server, ...others];
  const write = (listed: readonly ClipDefinition[], all: readonly string[]): string => {
    const comments = [...heading(address, content.version), ...(all.length > 0 ? ['', ...all] : [])];
    return textOf(layoutOf(ids, { connections, outputs, clips: listed }), comments);
  };
  const unusable = content.channels.filter((channel) => !usable.includes(channel));
  return fitted(write, {
    clips,
    notes: [...channelNotes(content.channels, unusable), ...notes, ...connectionComments(others, found)],
  });
};
