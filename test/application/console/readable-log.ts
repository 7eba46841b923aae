// A log in memory, for tests.
import type { Log } from '../../../application/ports/log.js';

/** A log that keeps its lines, with their fields, in memory. */
export interface MemoryLog extends Log {
  readonly lines: string[];
}

/** Errors have no fields of their own that JSON would contain. */
const readable = (_key: string, value: unknown): unknown => (value instanceof Error ? value.message : value);

export const memoryLog = (): MemoryLog => {
  const lines: string[] = [];
  const append: Log['info'] = (message, fields = {}) =>
    void lines.push(`${message} ${JSON.stringify(fields, readable)}`);
  return { lines, debug: append, info: append, warn: append, error: append };
};
