// Finished lines in files that are rotated; a disk that takes nothing costs lines, never the service or its memory.
import { Writable } from 'node:stream';
import winston from 'winston';
import type { FinishedLine } from './standard-error.js';

/** 10 MiB each, five of them; the newest under the name that was told. */
const rotation = { maxsize: 10 * 1_048_576, maxFiles: 5, tailable: true };

/** So many lines may wait for the disk; what comes then is dropped. */
const mostWaiting = 1_000;

/** A file that takes nothing is opened anew after so long, milliseconds. */
const openAgainAfterMs = 5_000;

/** One opening of the file; `undefined` while it is given up. */
type Opened = winston.transports.FileTransportInstance | undefined;

/** Lines into `filename`. Never fails: a file that can't be written is tried again and again. */
export const rotatingFile = (filename: string): Writable => {
  let file: Opened;
  let isGivenUp = false;

  const giveUp = (): void => {
    if (isGivenUp) return;
    isGivenUp = true;
    process.stderr.write(`the log file ${filename} can't be written; lines are lost until it can\n`);
    setTimeout(open, openAgainAfterMs).unref();
  };

  const open = (): void => {
    isGivenUp = false;
    file?.removeAllListeners('error').on('error', () => undefined);
    file = new winston.transports.File({ filename, ...rotation });
    file.on('error', giveUp);
  };

  open();
  return new Writable({
    objectMode: true,
    write: (line: FinishedLine, _encoding, written) => {
      if (!isGivenUp) file?.write(line);
      if ((file?.writableLength ?? 0) > mostWaiting) giveUp();
      written();
    },
  });
};
