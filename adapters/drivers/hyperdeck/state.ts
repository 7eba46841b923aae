// Parses what a HyperDeck reports: the clips of its timeline, and its transport.
import type { ClipSelection } from '../../../application/ports/players.js';
import { isSameName } from '../../../domain/codec/codec.js';
import { reportedMs } from '../../../domain/studio/clip-time.js';
import { mediaOf } from '../../../domain/studio/clip.js';
import { fieldsOf, type DeckResponse } from './response-reader.js';
import { frameRateOf, framesOf, timecodeOf, type FrameRate } from './timecode.js';

/** A clip of the timeline. `start` is its place there, `duration` its length, both timecodes. */
export interface DeckClip {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly duration: string;
}

/** The transport, by the fields of its report. */
export interface DeckTransport {
  /** Such as `stopped`, `play` or `record`. */
  readonly status: string;
  readonly clipId: string;
  readonly timecode: string;
  /** Whether the clip, and not the timeline, is played again and again. */
  readonly loop: boolean;
  /** Undefined without a video format. */
  readonly rate: FrameRate | undefined;
}

export interface DeckState {
  readonly clips: readonly DeckClip[];
  readonly transport: DeckTransport;
}

/** A clip of the list: id, name, start and length. */
const clipLine = /^(\d+): (.+) (\d\d:\d\d:\d\d[:;]\d\d) (\d\d:\d\d:\d\d[:;]\d\d)$/;

/** Reads the list of clips. */
export const readClips = ({ lines }: DeckResponse): readonly DeckClip[] =>
  lines.flatMap((line) => {
    const [, id, name = '', start = '', duration = ''] = clipLine.exec(line) ?? [];
    return id === undefined ? [] : [{ id, name, start, duration }];
  });

/** Reads the transport. Throws if it isn't one. */
export const readTransport = (response: DeckResponse): DeckTransport => {
  const fields = fieldsOf(response);
  const status = fields.get('status');
  if (status === undefined) throw new Error('it sent a transport without a status');
  return {
    status,
    clipId: fields.get('clip id') ?? 'none',
    timecode: fields.get('timecode') ?? '',
    loop: fields.get('loop') === 'true' && fields.get('single clip') === 'true',
    rate: frameRateOf(fields.get('video format') ?? ''),
  };
};

const withoutExtension = (file: string): string => file.replace(/\.[^.]*$/, '');

const isMedia: readonly ((clip: DeckClip, media: string) => boolean)[] = [
  ({ name }, media) => isSameName(name, media),
  ({ name }, media) => isSameName(withoutExtension(name), media),
  ({ id }, media) => id === media,
];

/** Finds the clip of the timeline that a clip's media names: by its name, with or without extension, or by its id. */
export const deckClipOf = (clips: readonly DeckClip[], { clip }: ClipSelection): DeckClip | undefined => {
  const media = mediaOf(clip);
  for (const isNamed of isMedia) {
    const found = clips.find((one) => isNamed(one, media));
    if (found !== undefined) return found;
  }
  return undefined;
};

const msOf = (timecode: string, rate: FrameRate): number => reportedMs((framesOf(timecode, rate) ?? 0) * rate.frameMs);

/** Returns the length of a clip, in milliseconds; 0 if it is unknown. */
export const durationOf = ({ duration }: DeckClip, rate: FrameRate | undefined): number =>
  rate === undefined ? 0 : Math.round(msOf(duration, rate));

/** Returns the position of the playhead in a clip, in milliseconds. */
export const positionIn = ({ start }: DeckClip, { timecode, rate }: DeckTransport): number =>
  rate === undefined ? 0 : Math.max(0, Math.round(msOf(timecode, rate) - msOf(start, rate)));

/** Returns the timecode of a position in a clip; undefined while the deck has no video format. */
export const timecodeIn = (
  { start }: DeckClip,
  rate: FrameRate | undefined,
  positionMs: number,
): string | undefined => {
  const first = rate && framesOf(start, rate);
  if (rate === undefined || first === undefined) return undefined;
  return timecodeOf(first + Math.round(positionMs / rate.frameMs), rate, start.includes(';'));
};
