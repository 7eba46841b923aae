// The streams that are open, and how many there may be.
import { failure } from '../../domain/failure.js';
import type { StudioEvent } from './view.js';
import type { Stream } from './stream.js';

/** How many streams a device or an address may have (decisions, part 4). */
const mostStreams = 32;

/** Why no further stream is opened. */
export const tooManyStreams = failure(
  'conflict',
  `${String(mostStreams)} streams of events are open already, which is the most for a device or address`,
);

/** Keeps the streams that are open. */
export interface Streams {
  readonly count: () => number;
  readonly isFull: (seat: string) => boolean;
  /** Opens a stream, or ends it at once where there is no place; tells which. */
  readonly open: (stream: Stream) => boolean;
  /** Nobody listens to this one any more. */
  readonly close: (stream: Stream) => void;
  readonly tell: (happening: StudioEvent) => void;
  /** Judges every stream anew, and ends those whose callers aren't let in any more. */
  readonly judgeAnew: () => void;
  readonly endAll: () => void;
}

/** No stream yet. */
export const streams = (): Streams => {
  const all = new Set<Stream>();
  const isFull = (seat: string): boolean => [...all].filter((stream) => stream.seat === seat).length >= mostStreams;

  const endWhere = (isOver: (stream: Stream) => boolean): void => {
    for (const stream of [...all].filter(isOver)) {
      all.delete(stream);
      stream.end();
    }
  };

  return {
    isFull,
    count: () => all.size,
    // Two calls may have found the last place free.
    open: (stream) => {
      const hasPlace = !isFull(stream.seat);
      if (hasPlace) all.add(stream);
      else stream.end();
      return hasPlace;
    },
    close: (stream) => {
      all.delete(stream);
      stream.stop();
    },
    tell: (happening) => {
      for (const stream of all) stream.tell([happening]);
    },
    judgeAnew: () => {
      endWhere((stream) => !stream.judgeAnew());
    },
    endAll: () => {
      endWhere(() => true);
    },
  };
};
