// Finished lines in files that are rotated; a disk that takes nothing costs lines, never the service or its memory.
import { Writable } from 'node:stream';
import { MESSAGE } from 'triple-beam';
import winston from 'winston';
import type { FormattedLine } from './standard-error.js';

/** 10 MiB each, five of them; the newest under the name that was told. */
const rotation = { maxsize: 10 * 1_048_576, maxFiles: 5, tailable: true };

/** So many lines may wait for the disk: a second or two of the busiest service. One more, and the file has failed. */
const mostWaiting = 50_000;

/** A file that takes nothing is opened anew after so long, milliseconds. */
const openAgainAfterMs = 5_000;

/** What waits goes in pieces of about this many characters. */
const pieceLength = 65_536;

/** One opening of a file: takes lines until it has failed. */
type TakeLine = (line: string) => void;

/** Takes the first lines out of those that wait: one, and as many more as make a piece. */
const pieceOf = (waiting: string[]): string => {
  let [length, count] = [0, 0];
  while (count < waiting.length && length < pieceLength) length += waiting[count++]?.length ?? 0;
  return waiting.splice(0, count).join('\n');
};

/** Opens a file; `failed` is called once it takes no more, and what waited is lost. */
const openFile = (filename: string, failed: () => void): TakeLine => {
  const file = new winston.transports.File({ filename, ...rotation });
  const waiting: string[] = [];
  let state: 'idle' | 'writing' | 'failed' = 'idle';

  const fail = (): void => {
    if (state === 'failed') return;
    state = 'failed';
    file.close?.();
    failed();
  };

  const writeOn = (): void => {
    if (state === 'failed') return;
    state = waiting.length > 0 ? 'writing' : 'idle';
    if (state === 'writing') file.write({ [MESSAGE]: pieceOf(waiting) }, writeOn);
  };

  file.on('error', fail);
  return (line) => {
    if (waiting.push(line) > mostWaiting) fail();
    else if (state === 'idle') writeOn();
  };
};

/** Lines into `filename`. Never fails: a file that can't be written is tried again and again. */
export const rotatingFile = (filename: string): Writable => {
  let take: TakeLine;

  const giveUp = (): void => {
    take = () => undefined;
    process.stderr.write(`the log file ${filename} can't be written; lines are lost until it can\n`);
    setTimeout(open, openAgainAfterMs).unref();
  };

  const open = (): void => {
    take = openFile(filename, giveUp);
  };

  open();
  return new Writable({
    objectMode: true,
    write: (line: FormattedLine, _encoding, written) => {
      take(String(line[MESSAGE]));
      written();
    },
  });
};
