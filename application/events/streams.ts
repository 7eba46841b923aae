// The open event streams, and their limit.
import { failure } from '../../domain/failure.js';
import type { StudioEvent } from './view.js';
import type { Stream } from './stream.js';

/** Number of streams that a device or an address may have (EVENT-4). */
const mostStreams = 32;

/** Why no further stream is opened. */
export const tooManyStreams = failure(
  'conflict',
  `${String(mostStreams)} event streams are open already, the most that one device or address may have`,
);

/** The open streams. */
export interface Streams {
  readonly count: () => number;
  readonly isFull: (owner: string) => boolean;
  /** Opens a stream and returns true, or ends it and returns false if its owner has too many. */
  readonly open: (stream: Stream) => boolean;
  /** Removes a stream whose listener is gone. */
  readonly close: (stream: Stream) => void;
  readonly send: (event: StudioEvent) => void;
  /** Authorizes every stream again, and ends those whose callers would no longer be admitted. */
  readonly reauthorize: () => void;
  /** Sends a reset to every stream that has shown some of these records. */
  readonly reset: (removed: Parameters<Stream['forget']>[0]) => void;
  /** Sends a reset to every stream. */
  readonly restart: () => void;
  readonly endAll: () => void;
}

/** Returns an empty set of streams. */
export const streams = (): Streams => {
  const all = new Set<Stream>();
  const isFull = (owner: string): boolean => [...all].filter((stream) => stream.owner === owner).length >= mostStreams;

  const endWhere = (isOver: (stream: Stream) => boolean): void => {
    for (const stream of [...all].filter(isOver)) {
      all.delete(stream);
      stream.end();
    }
  };

  return {
    isFull,
    count: () => all.size,
    // Two calls may both have passed `isFull` before the last stream was opened.
    open: (stream) => {
      const isAdmitted = !isFull(stream.owner);
      if (isAdmitted) all.add(stream);
      else stream.end();
      return isAdmitted;
    },
    close: (stream) => {
      all.delete(stream);
      stream.stop();
    },
    send: (event) => {
      for (const stream of all) stream.send([event]);
    },
    reauthorize: () => {
      endWhere((stream) => !stream.reauthorize());
    },
    reset: (removed) => {
      for (const stream of all) stream.forget(removed);
    },
    restart: () => {
      for (const stream of all) stream.restart();
    },
    endAll: () => {
      endWhere(() => true);
    },
  };
};
