// Asks a CasparCG server once what it has: its version, its channels and its media.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Discovery } from '../../../application/connections/discovery.js';
import { visible } from '../../../domain/codec/codec.js';
import { defaultAmcpPort } from '../../../domain/studio/player.js';
import type { ServerAddress } from './connection.js';
import { openInquiry, type Inquiry, type InquiryResult } from './inquiry.js';
import { readMediaList, type MediaList } from './media-list.js';

/** A channel: its number from 1, and its video mode, such as `1080i5000`. */
export interface ServerChannel {
  readonly number: number;
  readonly videoMode: string;
}

/** What a server has. */
export interface ServerContent {
  /** Such as `2.5.0 69e8ad552 Stable`. */
  readonly version: string;
  readonly channels: readonly ServerChannel[];
  /** The media, or why the server doesn't list them. */
  readonly media: E.Either<string, MediaList>;
}

/** Time limits, in milliseconds: of the connection and of each reply; and of the list, which a scanner compiles. */
export interface DiscoveryLimits {
  readonly replyMs: number;
  readonly listMs: number;
}

const defaultLimits: DiscoveryLimits = { replyMs: 5_000, listMs: 30_000 };

/** Maximum length of a status in a message, in characters. */
const maxStatusLength = 80;

/** The data of a reply with this code. Another reply becomes a problem. */
const dataOf = (command: string, code: number, result: InquiryResult): E.Either<string, string> => {
  if (E.isLeft(result)) return result;
  const { status, data } = result.right;
  return result.right.code === code
    ? E.right(data)
    : E.left(`replied to ${command} with ${visible(status.slice(0, maxStatusLength))}`);
};

const readChannels = (data: string): readonly ServerChannel[] =>
  [...data.matchAll(/^(\d+) (\S+)/gm)].map(([, number, videoMode = '']) => ({ number: Number(number), videoMode }));

const versionOf = async (inquiry: Inquiry, replyMs: number): Promise<E.Either<string, string>> =>
  dataOf('VERSION', 201, await inquiry.ask('VERSION', replyMs));

const askAll = async (
  inquiry: Inquiry,
  { replyMs, listMs }: DiscoveryLimits,
): Promise<E.Either<string, ServerContent>> => {
  const version = await versionOf(inquiry, replyMs);
  if (E.isLeft(version)) return version;
  const channels = dataOf('INFO', 200, await inquiry.ask('INFO', replyMs));
  if (E.isLeft(channels)) return channels;
  const list = dataOf('CLS', 200, await inquiry.ask('CLS', listMs));
  return E.right({
    version: version.right,
    channels: readChannels(channels.right),
    media: E.isLeft(list) ? list : E.right(readMediaList(list.right)),
  });
};

/**
 * Asks for the version (VERSION), the channels (INFO) and the media (CLS), each once. Returns why that failed, as a clause of
 * which the server is the subject. A server without a media scanner lists no media (DISCOVER-3).
 */
export const discoverServer = async (
  address: ServerAddress,
  limits: DiscoveryLimits = defaultLimits,
): Promise<E.Either<string, ServerContent>> => {
  const inquiry = await openInquiry(address, limits.replyMs);
  if (E.isLeft(inquiry)) return inquiry;
  try {
    return await askAll(inquiry.right, limits);
  } finally {
    inquiry.right.close();
  }
};

/** Editors wait for less than 30 s. */
const editorLimits: DiscoveryLimits = { replyMs: 3_000, listMs: 15_000 };

/** Returns the media of a server. */
export const listMedia = async (address: ServerAddress): Promise<E.Either<string, MediaList['files']>> =>
  pipe(
    await discoverServer(address, editorLimits),
    E.chain(({ media }) => media),
    E.map(({ files }) => files),
  );

/** Asks for the version alone. */
export const casparcgDiscovery: Discovery = {
  port: defaultAmcpPort,
  probe: async ({ host, port }, { signal }) => {
    const { replyMs } = defaultLimits;
    const inquiry = await openInquiry({ host, port }, replyMs);
    if (E.isLeft(inquiry)) return inquiry;
    const { right: opened } = inquiry;
    const close = (): void => {
      opened.close();
    };
    signal.addEventListener('abort', close);
    if (signal.aborted) close();
    const version = await versionOf(opened, replyMs);
    signal.removeEventListener('abort', close);
    close();
    return E.map((text: string) => ({ description: `CasparCG ${visible(text.trim().slice(0, maxStatusLength))}` }))(
      version,
    );
  },
};
