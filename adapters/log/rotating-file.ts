// Writes formatted lines to rotated files. While the disk fails, lines are lost, but the service runs on.
import { Writable } from 'node:stream';
import { MESSAGE } from 'triple-beam';
import winston from 'winston';
import type { FormattedLine } from './standard-error.js';

/** Five files of 10 MiB each. The newest has the configured name. */
const rotation = { maxsize: 10 * 1_048_576, maxFiles: 5, tailable: true };

/** Only the owner can read the files: they contain names and addresses of callers. */
const ownerOnly = { flags: 'a', mode: 0o600 };

/** Number of lines that may wait for the disk: one or two seconds of a very busy service. With more, the file has failed. */
const mostWaitingLines = 50_000;

/** Delay before a failed file is opened again, in milliseconds. */
const reopenDelayMs = 5_000;

/** Length of one write, in characters. */
const chunkLength = 65_536;

/** Writes one line to an open file. */
type WriteLine = (line: string) => void;

/** Removes and returns the first waiting lines: at least one, and as many more as fit one write. */
const takeChunk = (waiting: string[]): string => {
  let [length, count] = [0, 0];
  while (count < waiting.length && length < chunkLength) length += waiting[count++]?.length ?? 0;
  return waiting.splice(0, count).join('\n');
};

/** Opens a file. Calls `onFailure` once when it can't be written; the waiting lines are lost. */
const openFile = (filename: string, onFailure: () => void): WriteLine => {
  const file = new winston.transports.File({ filename, ...rotation, options: ownerOnly });
  const waiting: string[] = [];
  let state: 'idle' | 'writing' | 'failed' = 'idle';

  const fail = (): void => {
    if (state === 'failed') return;
    state = 'failed';
    file.close?.();
    onFailure();
  };

  const writeNext = (): void => {
    if (state === 'failed') return;
    state = waiting.length > 0 ? 'writing' : 'idle';
    if (state === 'writing') file.write({ [MESSAGE]: takeChunk(waiting) }, writeNext);
  };

  file.on('error', fail);
  return (line) => {
    if (waiting.push(line) > mostWaitingLines) fail();
    else if (state === 'idle') writeNext();
  };
};

/** Returns a stream of lines into `filename`. Never fails: a file that can't be written is opened again later. */
export const rotatingFile = (filename: string): Writable => {
  let writeLine: WriteLine;

  const reopenLater = (): void => {
    writeLine = () => undefined;
    process.stderr.write(`the log file ${filename} can't be written; log lines are lost until it can\n`);
    setTimeout(open, reopenDelayMs).unref();
  };

  const open = (): void => {
    writeLine = openFile(filename, reopenLater);
  };

  open();
  return new Writable({
    objectMode: true,
    write: (line: FormattedLine, _encoding, done) => {
      writeLine(String(line[MESSAGE]));
      done();
    },
  });
};
