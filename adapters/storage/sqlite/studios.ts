// Studios in the embedded database: how each is read and written.
import type { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { HistoryEntry, StudioEntry, StudioStore } from '../../../application/ports/console-store.js';
import type { SqliteNotifications } from './notifications.js';
import type { WriteHistoryEntry } from './history.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';
import { entryOf, spell, spellRefusal, syncStatusOf } from './studio-rows.js';

const columns = 'id, name, key_hash, configuration, applied_version';

/** What the store of studios works with. */
export interface SqliteStudiosDeps {
  readonly database: DatabaseSync;
  readonly note: WriteHistoryEntry;
  readonly say: SqliteNotifications['say'];
  /** Whether a studio's service is connected. */
  readonly isConnected: (studioId: string) => boolean;
}

type Find = (id: string) => StudioEntry | undefined;

const finder = (database: DatabaseSync): Find => {
  const one = database.prepare(`SELECT ${columns} FROM studios WHERE id = ?`);
  return (id) => {
    const row = one.get(id);
    return row && entryOf(row);
  };
};

const standings = ({ database, isConnected }: SqliteStudiosDeps): StudioStore['syncStatuses'] => {
  const standing = `SELECT id, name, key_hash, configuration ->> 'version' AS version, applied_version, refusal, reports
    FROM studios`;
  const all = database.prepare(`${standing} ORDER BY id`);
  const some = database.prepare(`${standing} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`);
  return (ids) =>
    toPromise(() => (ids === undefined ? all.all() : some.all(JSON.stringify(ids))).map(syncStatusOf(isConnected)));
};

const changing = ({ database, note, say }: SqliteStudiosDeps, find: Find): StudioStore['change'] => {
  const configure = database.prepare('UPDATE studios SET configuration = ? WHERE id = ?');
  return (id, f) =>
    toPromise(() => {
      const entry = find(id);
      if (entry === undefined) return undefined;
      const revised = f(entry);
      if (E.isLeft(revised)) return revised;
      const { configuration, section, note: by } = revised.right;
      if (configuration === entry.configuration) return E.right(configuration);
      inTransaction(database, () => {
        configure.run(spell(configuration), id);
        note(id, by, configuration.version);
      });
      say({ studioId: id, section });
      return E.right(configuration);
    });
};

type Writing = Pick<StudioStore, 'addStudio' | 'renameStudio' | 'removeStudio' | 'setKey' | 'setApplied'>;

const writing = ({ database, note, say }: SqliteStudiosDeps, find: Find): Writing => {
  const add = database.prepare(`INSERT INTO studios (${columns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const rename = database.prepare('UPDATE studios SET name = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM studios WHERE id = ?');
  const setKey = database.prepare('UPDATE studios SET key_hash = ? WHERE id = ?');
  const setApplied = database.prepare('UPDATE studios SET applied_version = ?, refusal = ? WHERE id = ?');

  /** Writes, with a note where there is one; false, with nothing written, where there was nothing to write to. */
  const write = (
    studioId: string,
    run: () => { readonly changes: number | bigint },
    by?: HistoryEntry,
  ): Promise<boolean> =>
    toPromise(() => {
      const written = inTransaction(database, () => {
        if (run().changes !== 1) return false;
        const entry = find(studioId);
        if (by !== undefined) note(entry === undefined ? null : studioId, by, entry?.configuration.version ?? null);
        return true;
      });
      if (written) say({ studioId, section: 'studio' });
      return written;
    });

  return {
    addStudio: ({ studio: { id, name }, keyHash, configuration, appliedVersion }, by) =>
      write(id, () => add.run(id, name, keyHash, spell(configuration), appliedVersion), by),
    renameStudio: (id, name, by) => write(id, () => rename.run(name, id), by),
    removeStudio: (id, by) => write(id, () => remove.run(id), by),
    setKey: (id, keyHash, by) => write(id, () => setKey.run(keyHash, id), by),
    setApplied: async (id, { appliedVersion, refusal }) => {
      await write(id, () => setApplied.run(appliedVersion, spellRefusal(refusal), id));
    },
  };
};

const lastCalls = ({ database }: SqliteStudiosDeps): StudioStore['lastCalls'] => {
  const all = database.prepare('SELECT device_id, time_ms, address FROM last_calls WHERE studio_id = ?');
  return (id) =>
    toPromise(() => {
      const calls = all
        .all(id)
        .map(
          ({ device_id, time_ms, address }) =>
            [String(device_id), { time: Number(time_ms), address: String(address) }] as const,
        );
      return new Map(calls);
    });
};

/** The store of studios over an open database. */
export const sqliteStudios = (needs: SqliteStudiosDeps): StudioStore => {
  const find = finder(needs.database);
  return {
    ...writing(needs, find),
    syncStatuses: standings(needs),
    studio: (id) => toPromise(() => find(id)),
    change: changing(needs, find),
    lastCalls: lastCalls(needs),
  };
};
