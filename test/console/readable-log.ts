// A log for tests, which can be read.
import type { Log } from '../../application/ports/log.js';

/** A log whose lines, fields and all, stay in memory. */
export interface ReadableLog extends Log {
  readonly lines: string[];
}

export const readableLog = (): ReadableLog => {
  const lines: string[] = [];
  const note: Log['info'] = (sentence, fields = {}) => void lines.push(`${sentence} ${JSON.stringify(fields)}`);
  return { lines, info: note, warn: note, error: note };
};
