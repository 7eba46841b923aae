// What a layer of a simulated CasparCG channel can play, and the playback position at a given time.
import type { ClipTime } from '../../domain/studio/clip-time.js';
import type { MediaItem } from './media.js';
import type { TemplatePage } from './template-page.js';

/** How a file replaces the previous one, and over how many frames; 0 for a cut. */
export interface ProducerTransition {
  readonly type: 'cut' | 'mix' | 'push' | 'wipe' | 'slide';
  readonly frames: number;
}

/** What replaces the previous producer by a transition. */
interface Replacing {
  readonly media: MediaItem;
  /** The frame rate of its channel, in frames per second. Positions and transitions are in whole frames. */
  readonly framesPerSecond: number;
  readonly transition: ProducerTransition;
  /** When its first picture is visible, in milliseconds since 1970 UTC. */
  readonly pictureAtMs: number;
}

/** A still. */
export interface ImageProducer extends Replacing {
  readonly kind: 'image';
}

/** A file that plays, or that would play if it could be decoded. */
export interface FileProducer extends Replacing {
  readonly kind: 'file';
  readonly loop: boolean;
  /** When it was at its beginning, or would have been without pauses and seeks, in milliseconds since 1970 UTC. */
  readonly beginningAtMs: number;
  /** Position at which it was paused, in seconds; null while it plays. */
  readonly pausedAtS: number | null;
  /** The position that is still visible until a seek has found its picture; null if none is awaited. */
  readonly held: { readonly timeS: number; readonly untilMs: number } | null;
}

/** An HTML template. It has no URL if its page can't be loaded, or has removed itself. */
export interface HtmlProducer {
  readonly kind: 'html';
  readonly template: string;
  readonly url: string | null;
  readonly page: TemplatePage;
}

export type Producer =
  | { readonly kind: 'empty' }
  | { readonly kind: 'color'; readonly color: string }
  | HtmlProducer
  | ImageProducer
  | FileProducer;

export const emptyProducer: Producer = { kind: 'empty' };

const framesSince = ({ framesPerSecond }: Replacing, atMs: number, now: number): number =>
  Math.floor(((now - atMs) / 1_000) * framesPerSecond);

/** Whether a producer's own picture is visible. */
export const isVisible = (producer: Producer, now: number): boolean =>
  producer.kind !== 'file' || (producer.media.kind !== 'undecodable' && now >= producer.pictureAtMs);

/** Returns a file's position in seconds, in whole frames. A file stops at its end. */
export const playbackTimeS = (file: FileProducer, now: number): number => {
  if (!isVisible(file, now)) return 0;
  if (file.held !== null && now < file.held.untilMs) return file.held.timeS;
  if (file.pausedAtS !== null) return file.pausedAtS;
  const { durationS, stuckAtS = durationS } = file.media;
  const seconds = Math.max(1, framesSince(file, file.beginningAtMs, now)) / file.framesPerSecond;
  return file.loop ? seconds % durationS : Math.min(seconds, stuckAtS);
};

/** Whether a file has reached its end and holds its last picture. */
export const hasFinished = (file: FileProducer, now: number): boolean =>
  isVisible(file, now) && !file.loop && playbackTimeS(file, now) >= file.media.durationS;

/** Returns when a producer reaches its end, in milliseconds since 1970 UTC; Infinity if it doesn't. */
export const endsAtMs = (producer: Producer): number =>
  producer.kind !== 'file' || producer.loop || producer.pausedAtS !== null
    ? Infinity
    : producer.pictureAtMs + producer.media.durationS * 1_000;

/**
 * Returns when a producer that is loaded to follow another one by itself (AUTO) does so, in milliseconds since 1970 UTC: as long
 * before its end as its own transition takes, a frame at least. Infinity if the other one has no end.
 */
export const followsAtMs = (foreground: Producer, loaded: Producer): number => {
  if (foreground.kind === 'empty') return -Infinity;
  if (foreground.kind !== 'file' || !('transition' in loaded)) return Infinity;
  const { loop, pausedAtS, beginningAtMs, media, framesPerSecond } = foreground;
  if (loop || pausedAtS !== null || media.kind === 'undecodable' || media.stuckAtS !== undefined) return Infinity;
  const frames = Math.max(1, loaded.transition.frames);
  return beginningAtMs + media.durationS * 1_000 - (frames / framesPerSecond) * 1_000;
};

/** Returns how many frames of its transition are done. */
export const transitionFramesDone = (file: Replacing, now: number): number =>
  Math.min(file.transition.frames, Math.max(0, framesSince(file, file.pictureAtMs, now)));

/** Returns the same producer, paused at its current position. */
export const paused = (producer: Producer, now: number): Producer =>
  producer.kind === 'file'
    ? { ...producer, pausedAtS: playbackTimeS(producer, Math.max(now, producer.held?.untilMs ?? 0)) }
    : producer;

/** Returns the same producer, playing on from where it was paused. */
export const resumed = (producer: Producer, now: number): Producer =>
  producer.kind === 'file' && producer.pausedAtS !== null
    ? { ...producer, pausedAtS: null, beginningAtMs: now - producer.pausedAtS * 1_000 }
    : producer;

/** Returns the same file at another position, which is visible from `atMs` on. A paused file stays paused. */
export const sought = (file: FileProducer, timeS: number, now: number, atMs: number): FileProducer => ({
  ...file,
  held: { timeS: playbackTimeS(file, now), untilMs: atMs },
  ...(file.pausedAtS === null ? { beginningAtMs: atMs - timeS * 1_000 } : { pausedAtS: timeS }),
});

/** Returns when a file was put on air, its position, and its length. */
export const clipTimeOf = ({ media, loop, pictureAtMs, beginningAtMs, pausedAtS }: FileProducer): ClipTime => ({
  startedAtMs: pictureAtMs,
  positionMs: (pausedAtS ?? 0) * 1_000,
  asOfMs: beginningAtMs,
  paused: pausedAtS !== null,
  loop,
  durationMs: media.durationS * 1_000,
});
