// What can stand on a layer of a simulated CasparCG channel, and how far it is at a moment.
import type { MediaItem } from './media.js';

/** How a file comes on, over so many frames; a cut takes none. */
export interface ProducerTransition {
  readonly type: 'cut' | 'mix' | 'push' | 'wipe' | 'slide';
  readonly frames: number;
}

/** A file that plays, or would if it could be decoded. */
export interface FileProducer {
  readonly kind: 'file';
  readonly media: MediaItem;
  readonly loop: boolean;
  readonly transition: ProducerTransition;
  /** When its first picture is there, milliseconds since 1970 UTC; it only waits before. */
  readonly pictureAtMs: number;
  /** Where it was paused, seconds; null while it runs. */
  readonly pausedAtS: number | null;
}

export type Producer =
  | { readonly kind: 'empty' }
  | { readonly kind: 'color'; readonly color: string }
  | { readonly kind: 'image'; readonly media: MediaItem }
  | FileProducer;

export const empty: Producer = { kind: 'empty' };

export const framesPerSecond = 25;

/** Whether a producer's own picture is seen. */
export const hasPicture = (producer: Producer, now: number): boolean =>
  producer.kind !== 'file' || (producer.media.kind !== 'undecodable' && now >= producer.pictureAtMs);

/** How far a file is, in whole frames, seconds; it holds its last picture at its end. */
export const timeOf = (file: FileProducer, now: number): number => {
  if (!hasPicture(file, now)) return 0;
  if (file.pausedAtS !== null) return file.pausedAtS;
  const { durationS, stuckAtS = durationS } = file.media;
  const frames = Math.max(1, Math.floor(((now - file.pictureAtMs) / 1_000) * framesPerSecond));
  const seconds = frames / framesPerSecond;
  return file.loop ? seconds % durationS : Math.min(seconds, stuckAtS);
};

/** Whether it holds its last picture. */
export const isOver = (file: FileProducer, now: number): boolean =>
  hasPicture(file, now) && !file.loop && timeOf(file, now) >= file.media.durationS;

/** How many frames of its transition are past. */
export const framesIn = ({ transition, pictureAtMs }: FileProducer, now: number): number =>
  Math.min(transition.frames, Math.max(0, Math.floor(((now - pictureAtMs) / 1_000) * framesPerSecond)));

/** The same file, paused where it is. */
export const paused = (producer: Producer, now: number): Producer =>
  producer.kind === 'file' ? { ...producer, pausedAtS: timeOf(producer, now) } : producer;

/** The same file, running on from where it was paused. */
export const resumed = (producer: Producer, now: number): Producer =>
  producer.kind === 'file' && producer.pausedAtS !== null
    ? { ...producer, pausedAtS: null, pictureAtMs: now - producer.pausedAtS * 1_000 }
    : producer;
