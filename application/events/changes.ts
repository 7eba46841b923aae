// Detects changes: compares each record that may have changed with how it read before, apart from what time changes.
import { isEqual } from '../../domain/codec/equality.js';
import type { Source } from './sources.js';
import type { RecordOfKind } from './view.js';

/** Is called with a record that is new, or that reads differently than before. */
export type Changed = (source: Source, id: string, record: unknown) => void;

/** A record that the layout no longer has. */
export interface RemovedRecord extends Pick<Source, 'name' | 'feature'> {
  readonly record: RecordOfKind;
  /** The station that it belonged to; null if it belonged to the studio. */
  readonly station: string | null;
}

/** What was known of a record when it was last compared. */
interface KnownRecord {
  readonly definition: unknown;
  readonly json: string | undefined;
  readonly station: string | null;
}

/** Follows the records of some sources. */
export interface WatchedRecords {
  /** Compares the records with those of a layout that has come into force. Returns those that it no longer has. */
  readonly compareLayouts: () => readonly RemovedRecord[];
  /** Reports every record that the last comparison found to be new or defined differently. */
  readonly reportChanges: () => void;
  readonly stop: () => void;
}

const jsonOf = (source: Source, id: string): string | undefined => JSON.stringify(source.compared(id));

const readAll = (source: Source): Map<string, KnownRecord> =>
  new Map(
    [...source.definitions()].map(([id, definition]) => [
      id,
      { definition, json: jsonOf(source, id), station: source.stationOf(id) },
    ]),
  );

const isSame = (before: KnownRecord | undefined, now: KnownRecord): boolean =>
  before !== undefined && before.json === now.json && isEqual(before.definition, now.definition);

const watchSource = (source: Source, changed: Changed): WatchedRecords => {
  let known = readAll(source);
  let different: readonly string[] = [];
  const stop = source.watch((id) => {
    const record = known.get(id);
    if (record === undefined) return;
    const json = jsonOf(source, id);
    if (json === undefined || json === record.json) return;
    known.set(id, { ...record, json });
    changed(source, id, source.record(id));
  });
  return {
    stop,
    compareLayouts: () => {
      const before = known;
      known = readAll(source);
      different = [...known].filter(([id, now]) => !isSame(before.get(id), now)).map(([id]) => id);
      return [...before]
        .filter(([id]) => !known.has(id))
        .map(([id, { station }]) => ({
          name: source.name,
          feature: source.feature,
          record: { kind: source.kind, id },
          station,
        }));
    },
    reportChanges: () => {
      for (const id of different) changed(source, id, source.record(id));
    },
  };
};

/** Watches all sources. */
export const watchChanges = (sources: readonly Source[], changed: Changed): WatchedRecords => {
  const watched = sources.map((source) => watchSource(source, changed));
  return {
    compareLayouts: () => watched.flatMap(({ compareLayouts }) => compareLayouts()),
    reportChanges: () => {
      for (const { reportChanges } of watched) reportChanges();
    },
    stop: () => {
      for (const { stop } of watched) stop();
    },
  };
};
