// Detects changes: compares each record that may have changed with how it read before, apart from what time changes.
import type { Source } from './sources.js';

/** Is called with a record that reads differently than before. */
export type Changed = (source: Source, id: string, record: unknown) => void;

const watchSource = (source: Source, changed: Changed): (() => void) => {
  const lastJson = new Map(source.ids.map((id) => [id, JSON.stringify(source.compared(id))]));
  return source.watch((id) => {
    const json = JSON.stringify(source.compared(id));
    if (!lastJson.has(id) || lastJson.get(id) === json) return;
    lastJson.set(id, json);
    changed(source, id, source.record(id));
  });
};

/** Watches all sources. Returns a function that unsubscribes. */
export const watchChanges = (sources: readonly Source[], changed: Changed): (() => void) => {
  const unsubscribes = sources.map((source) => watchSource(source, changed));
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
};
