// Finished lines on the standard error stream, which every supervisor collects.
import { Writable } from 'node:stream';
import { MESSAGE } from 'triple-beam';

let held: string[] = [];
let isPrepared = false;

const flush = (): void => {
  if (held.length > 0) process.stderr.write(`${held.join('\n')}\n`);
  held = [];
};

/** At the end of the process nothing is held back; and a reader that has gone away ends no service. */
const prepare = (): void => {
  if (isPrepared) return;
  isPrepared = true;
  process.once('exit', flush);
  process.stderr.on('error', () => undefined);
};

/** A line as winston has finished it. */
export type FormattedLine = Readonly<Record<symbol, unknown>>;

/** Writing there blocks, so what is told within one turn of the event loop goes in one piece. */
export const standardError = (): Writable => {
  prepare();
  return new Writable({
    objectMode: true,
    write: (line: FormattedLine, _encoding, written) => {
      if (held.push(String(line[MESSAGE])) === 1) setImmediate(flush);
      written();
    },
  });
};
