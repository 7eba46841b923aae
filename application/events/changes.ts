// What has really changed: sources tell that something may have, and here it is compared with what was told before.
import type { Source } from './sources.js';

/** Told of a record that reads otherwise than before. */
export type Changed = (source: Source, id: string, record: unknown) => void;

const watchOne = (source: Source, changed: Changed): (() => void) => {
  const spell = (record: unknown): string => JSON.stringify(record);
  const last = new Map(source.ids.map((id) => [id, spell(source.record(id))]));
  return source.watch((id) => {
    const record = source.record(id);
    if (!last.has(id) || last.get(id) === spell(record)) return;
    last.set(id, spell(record));
    changed(source, id, record);
  });
};

/** Watches all sources; the returned function ends it. */
export const watchChanges = (sources: readonly Source[], changed: Changed): (() => void) => {
  const stops = sources.map((source) => watchOne(source, changed));
  return () => {
    for (const stop of stops) stop();
  };
};
