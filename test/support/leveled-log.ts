// A log that keeps its lines with their levels and fields, for tests.
import type { Log } from '../../application/ports/log.js';

/** A line: its level, its sentence and its fields. An error among the fields is its message. */
export type LeveledLine = readonly [level: keyof Log, sentence: string, fields?: Readonly<Record<string, unknown>>];

/** A log that keeps its lines in memory. */
export interface LeveledLog extends Log {
  readonly lines: LeveledLine[];
}

const readable = ([name, value]: readonly [string, unknown]) => [name, value instanceof Error ? value.message : value];

export const leveledLog = (): LeveledLog => {
  const lines: LeveledLine[] = [];
  const at =
    (level: keyof Log): Log['info'] =>
    (sentence, fields) =>
      void lines.push(
        fields === undefined
          ? [level, sentence]
          : [level, sentence, Object.fromEntries(Object.entries(fields).map(readable))],
      );
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};
