// Writes formatted lines to standard error.
import { Writable } from 'node:stream';
import { MESSAGE } from 'triple-beam';

let buffered: string[] = [];
let isPrepared = false;

const flush = (): void => {
  if (buffered.length > 0) process.stderr.write(`${buffered.join('\n')}\n`);
  buffered = [];
};

/** Flushes at the end of the process, and ignores a reader that has closed the pipe. */
const prepare = (): void => {
  if (isPrepared) return;
  isPrepared = true;
  process.once('exit', flush);
  process.stderr.on('error', () => undefined);
};

/** A line that winston has formatted. */
export type FormattedLine = Readonly<Record<symbol, unknown>>;

/** Returns a stream to standard error. Writes there block, so the lines of one event-loop tick are written together. */
export const standardError = (): Writable => {
  prepare();
  return new Writable({
    objectMode: true,
    write: (line: FormattedLine, _encoding, done) => {
      if (buffered.push(String(line[MESSAGE])) === 1) setImmediate(flush);
      done();
    },
  });
};
