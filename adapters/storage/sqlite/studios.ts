// Studios in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { HistoryEntry, StudioEntry, StudioStore } from '../../../application/ports/console-store.js';
import type { SqliteStoreDeps } from './history.js';
import { inTransaction } from './schema.js';
import { searchedStudios } from './searched-records.js';
import { changeAssertions, changeLabels } from './studio-settings.js';
import { toPromise } from './to-promise.js';
import { keyColumns, keysOf, keyValues, lastCallOf } from '../console-rows.js';
import {
  entryOf,
  panelTargetsOf,
  revisionOf,
  serializeConfiguration,
  serializeReported,
  syncStatusOf,
  textOrNull,
  type SqliteRow,
} from './studio-rows.js';

const columns = `id, name, ${keyColumns}, configuration, applied_version`;
const readColumns = `${columns}, assertions`;

/** The dependencies of the studio store. */
export interface SqliteStudiosDeps extends SqliteStoreDeps {
  /** Whether a studio's service is connected. */
  readonly isConnected: (studioId: string) => boolean;
}

type Find = (id: string) => StudioEntry | undefined;

const finder = (database: DatabaseSync): Find => {
  const select = database.prepare(`SELECT ${readColumns} FROM studios WHERE id = ?`);
  return (id) => {
    const row = select.get(id);
    return row && entryOf(row);
  };
};

const keys = ({ database }: SqliteStudiosDeps): StudioStore['keys'] => {
  const select = database.prepare(`SELECT ${keyColumns} FROM studios WHERE id = ?`);
  return (id) => toPromise(() => keysOf(select.get(id) ?? {}));
};

const changeKeys = (
  { database, writeHistoryEntry, publish }: SqliteStudiosDeps,
  find: Find,
): StudioStore['changeKeys'] => {
  const update = database.prepare(
    'UPDATE studios SET key_hash = ?, old_key_hash = ?, old_key_until_ms = ? WHERE id = ?',
  );
  return (id, change, historyEntry) =>
    toPromise(() => {
      const entry = find(id);
      if (entry === undefined) return undefined;
      const changed = change(entry);
      if (changed === entry) return changed;
      inTransaction(database, () => {
        update.run(...keyValues(changed), id);
        writeHistoryEntry(id, historyEntry, entry.configuration.version);
      });
      publish({ studioId: id, section: 'studio' });
      return changed;
    });
};

const syncStatuses = ({ database, isConnected }: SqliteStudiosDeps): StudioStore['syncStatuses'] => {
  const selectStatus = `SELECT id, name, ${keyColumns}, configuration ->> '$.version' AS version,
    configuration ->> '$.access.apiEnabled' AS api_enabled, labels, applied_version, applied_at_ms, confirmed_at_ms,
    disconnected_at_ms, refusal, json_remove(service_status, '$.panels') AS service_status, reports
    FROM studios`;
  const selectAll = database.prepare(`${selectStatus} ORDER BY id`);
  const selectSome = database.prepare(`${selectStatus} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`);
  return (ids) =>
    toPromise(() =>
      (ids === undefined ? selectAll.all() : selectSome.all(JSON.stringify(ids))).map(syncStatusOf(isConnected)),
    );
};

const studioIds = ({ database }: SqliteStudiosDeps): StudioStore['studioIds'] => {
  const select = database.prepare('SELECT id FROM studios WHERE id > ? ORDER BY id LIMIT ?');
  // SQLite takes a negative limit for none.
  return ({ after, limit }) =>
    toPromise(() => select.all(after, Number.isFinite(limit) ? limit : -1).map(({ id }) => String(id)));
};

const revisions = ({ database }: SqliteStudiosDeps): StudioStore['revisions'] => {
  const selectRevision = `SELECT id, name, ${keyColumns}, configuration ->> '$.version' AS version, reports FROM studios`;
  const selectAll = database.prepare(`${selectRevision} ORDER BY id`);
  const selectSome = database.prepare(`${selectRevision} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`);
  return (ids) =>
    toPromise(() => (ids === undefined ? selectAll.all() : selectSome.all(JSON.stringify(ids))).map(revisionOf));
};

const studiosOf = ({ database }: SqliteStudiosDeps): StudioStore['studios'] => {
  const select = database.prepare(`SELECT ${readColumns} FROM studios WHERE id IN (SELECT value FROM json_each(?))`);
  return (ids) => toPromise(() => select.all(JSON.stringify(ids)).map(entryOf));
};

const panelTargets = ({ database }: SqliteStudiosDeps): StudioStore['panelTargets'] => {
  const select = database.prepare(`SELECT service_status -> '$.panels' AS panels FROM studios WHERE id = ?`);
  return (id) => toPromise(() => panelTargetsOf(select.get(id)));
};

const changeStudio = (
  { database, writeHistoryEntry, publish }: SqliteStudiosDeps,
  find: Find,
): StudioStore['change'] => {
  const update = database.prepare('UPDATE studios SET configuration = ? WHERE id = ?');
  return (id, f) =>
    toPromise(() => {
      const entry = find(id);
      if (entry === undefined) return undefined;
      const revised = f(entry);
      if (E.isLeft(revised)) return revised;
      const { configuration, section, historyEntry } = revised.right;
      if (configuration === entry.configuration) return E.right(configuration);
      inTransaction(database, () => {
        update.run(serializeConfiguration(configuration), id);
        if (historyEntry !== undefined) writeHistoryEntry(id, historyEntry, configuration.version);
      });
      publish({ studioId: id, section });
      return E.right(configuration);
    });
};

/** Returns the values of {@link columns}. */
const studioValues = (entry: StudioEntry): readonly (string | number | null)[] => {
  const { studio, configuration, appliedVersion } = entry;
  return [studio.id, studio.name, ...keyValues(entry), serializeConfiguration(configuration), appliedVersion];
};

type WritingMethods = Pick<
  StudioStore,
  'addStudio' | 'renameStudio' | 'recordChange' | 'removeStudio' | 'setApplied' | 'setServiceStatus'
>;

type Write = (
  studioId: string,
  run: () => { readonly changes: number | bigint },
  how?: { readonly historyEntry?: HistoryEntry; readonly isReport?: true },
) => Promise<boolean>;

/** Stores what services report. */
const reportedMethods = (
  { database }: SqliteStudiosDeps,
  write: Write,
): Pick<StudioStore, 'setApplied' | 'setServiceStatus'> => {
  const setApplied = database.prepare(
    `UPDATE studios SET applied_at_ms = iif(applied_version IS ?1, applied_at_ms, ?2), confirmed_at_ms = ?2,
      applied_version = ?1, refusal = ?3, service_status = ?4 WHERE id = ?5`,
  );
  const setServiceStatus = database.prepare('UPDATE studios SET confirmed_at_ms = ?, service_status = ? WHERE id = ?');
  return {
    setApplied: async (id, { appliedVersion, refusal, service, time }) => {
      const reported = [serializeReported(refusal), serializeReported(service)] as const;
      await write(id, () => setApplied.run(appliedVersion, time, ...reported, id), { isReport: true });
    },
    setServiceStatus: async (id, status) => {
      const run = () => setServiceStatus.run(status.time, serializeReported(status), id);
      await write(id, run, { isReport: true });
    },
  };
};

const writingMethods = (deps: SqliteStudiosDeps, find: Find): WritingMethods => {
  const { database, writeHistoryEntry, pruneRemovedHistory, publish } = deps;
  const add = database.prepare(`INSERT INTO studios (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const rename = database.prepare('UPDATE studios SET name = ? WHERE id = ?');
  const keep = database.prepare('UPDATE studios SET name = name WHERE id = ?');
  const remove = database.prepare('DELETE FROM studios WHERE id = ?');

  /** Runs a statement on one studio, with an optional history entry. Resolves with false if it changed no row. */
  const write: Write = (studioId, run, { historyEntry, isReport } = {}) =>
    toPromise(() => {
      const written = inTransaction(database, () => {
        if (run().changes !== 1) return false;
        if (historyEntry !== undefined)
          writeHistoryEntry(studioId, historyEntry, find(studioId)?.configuration.version ?? null);
        return true;
      });
      if (written) publish({ studioId, section: 'studio', ...(isReport && { isReport }) });
      return written;
    });

  return {
    addStudio: (entry, historyEntry) => write(entry.studio.id, () => add.run(...studioValues(entry)), { historyEntry }),
    recordChange: (id, historyEntry) => write(id, () => keep.run(id), { historyEntry }),
    renameStudio: (id, name, historyEntry) => write(id, () => rename.run(name, id), { historyEntry }),
    removeStudio: (id, historyEntry) => {
      const run = (): { readonly changes: number | bigint } => {
        const removed = remove.run(id);
        if (removed.changes === 1) for (const studioId of [null, id]) writeHistoryEntry(studioId, historyEntry, null);
        pruneRemovedHistory();
        return removed;
      };
      return write(id, run);
    },
    ...reportedMethods(deps, write),
  };
};

const lastCalls = ({ database }: SqliteStudiosDeps): StudioStore['lastCalls'] => {
  const all = database.prepare('SELECT device_id, time_ms, address, answer FROM last_calls WHERE studio_id = ?');
  const callOf = (row: SqliteRow) => lastCallOf(row, JSON.parse(textOrNull(row['answer']) ?? 'null'));
  return (id) => toPromise(() => new Map(all.all(id).map((row) => [String(row['device_id']), callOf(row)])));
};

const oldTokenCalls = ({ database }: SqliteStudiosDeps): StudioStore['oldTokenCalls'] => {
  const all = database.prepare(
    'SELECT device_id, old_token, time_ms, address FROM old_token_calls WHERE studio_id = ?',
  );
  return (id) =>
    toPromise(() => {
      const calls = all.all(id).map(({ device_id, old_token, time_ms, address }) => {
        const call = { oldToken: Number(old_token), time: Number(time_ms), address: String(address) };
        return [String(device_id), call] as const;
      });
      return new Map(calls);
    });
};

/** Creates the studio store over an open database. */
export const sqliteStudios = (deps: SqliteStudiosDeps): StudioStore => {
  const find = finder(deps.database);
  const statuses = syncStatuses(deps);
  return {
    ...writingMethods(deps, find),
    syncStatuses: statuses,
    studioIds: studioIds(deps),
    revisions: revisions(deps),
    statusStamps: async () => new Map((await statuses()).map((status) => [status.studio.id, JSON.stringify(status)])),
    studios: studiosOf(deps),
    searchedStudios: searchedStudios(deps.database),
    panelTargets: panelTargets(deps),
    studio: (id) => toPromise(() => find(id)),
    keys: keys(deps),
    changeKeys: changeKeys(deps, find),
    change: changeStudio(deps, find),
    changeLabels: changeLabels(deps),
    changeAssertions: changeAssertions(deps, find),
    lastCalls: lastCalls(deps),
    oldTokenCalls: oldTokenCalls(deps),
  };
};
