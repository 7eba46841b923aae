// Studios in PostgreSQL: how each is read and written.
import * as E from 'fp-ts/lib/Either.js';
import type {
  HistoryEntry,
  ConfigurationRefusal,
  StudioSyncStatus,
  StudioEntry,
  StudioStore,
} from '../../../application/ports/console-store.js';
import { AccessConfiguration, readAccessConfiguration } from '../../../domain/access/configuration.js';
import type { PostgresNotifications, NotificationPayload } from './notifications.js';
import type { Database, Query, PostgresRow } from './database.js';
import { writeHistoryEntry } from './history.js';

const configurationOf = (value: unknown): AccessConfiguration => {
  const read = readAccessConfiguration(value);
  if (E.isLeft(read)) throw new Error(`a configuration in the database is unsound: ${read.left}`);
  return read.right;
};

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

const common = (row: PostgresRow): Pick<StudioEntry, 'studio' | 'keyHash' | 'appliedVersion'> => ({
  studio: { id: String(row['id']), name: String(row['name']) },
  keyHash: row['key_hash'] as string | null,
  appliedVersion: numberOrNull(row['applied_version']),
});

const entryOf = (row: PostgresRow): StudioEntry => ({
  ...common(row),
  configuration: configurationOf(row['configuration']),
});

const standingOf = (row: PostgresRow): StudioSyncStatus => ({
  ...common(row),
  desiredVersion: Number(row['version']),
  refusal: row['refusal'] as ConfigurationRefusal | null,
  connected: row['connected'] === true,
  reports: Number(row['reports']),
});

const spell = (configuration: AccessConfiguration): string => JSON.stringify(AccessConfiguration.encode(configuration));

/** What the store of studios works with. */
export interface PostgresStudiosDeps extends Pick<PostgresNotifications, 'post' | 'say'> {
  readonly database: Database;
}

const oneStudio = 'SELECT id, name, key_hash, configuration, applied_version FROM studios WHERE id = $1';

const find = async (query: Query, id: string, lock = ''): Promise<StudioEntry | undefined> => {
  const { rows } = await query(`${oneStudio} ${lock}`, [id]);
  return rows[0] && entryOf(rows[0]);
};

const standings = `SELECT id, name, key_hash, version, applied_version, refusal, reports, EXISTS (
    SELECT FROM connections JOIN consoles ON consoles.id = console_id WHERE studio_id = studios.id AND alive_until > now()
  ) AS connected FROM studios WHERE $1::text[] IS NULL OR id = ANY($1) ORDER BY id COLLATE "C"`;

interface Changed {
  readonly answer: Awaited<ReturnType<StudioStore['change']>>;
  /** What is to be said of it, where anything was written. */
  readonly told?: NotificationPayload;
}

const changing =
  ({ database, post, say }: PostgresStudiosDeps): StudioStore['change'] =>
  async (id, f) => {
    const changed = await database.transaction(async (query): Promise<Changed> => {
      const entry = await find(query, id, 'FOR UPDATE');
      if (entry === undefined) return { answer: undefined };
      const revised = f(entry);
      if (E.isLeft(revised)) return { answer: revised };
      const { configuration, section, note } = revised.right;
      const answer = E.right(configuration);
      if (configuration === entry.configuration) return { answer };
      const written = [spell(configuration), configuration.version, id];
      await query('UPDATE studios SET configuration = $1, version = $2 WHERE id = $3', written);
      await writeHistoryEntry(query, id, note, configuration.version);
      const told = { studioId: id, section };
      await post(query, told);
      return { answer, told };
    });
    if (changed.told !== undefined) say(changed.told);
    return changed.answer;
  };

type Writing = Pick<StudioStore, 'addStudio' | 'renameStudio' | 'removeStudio' | 'setKey' | 'setApplied'>;

const versionOf = async (query: Query, id: string): Promise<number | null> => {
  const { rows } = await query('SELECT version FROM studios WHERE id = $1', [id]);
  return rows[0] === undefined ? null : Number(rows[0]['version']);
};

const writing = ({ database, post, say }: PostgresStudiosDeps): Writing => {
  /** Writes, with a note where there is one; false, with nothing written, where there was nothing to write to. */
  const write = async (id: string, text: string, values: readonly unknown[], note?: HistoryEntry): Promise<boolean> => {
    const told = { studioId: id, section: 'studio' } as const;
    const written = await database.transaction(async (query) => {
      if ((await query(text, [id, ...values])).count !== 1) return false;
      const version = await versionOf(query, id);
      if (note !== undefined) await writeHistoryEntry(query, version === null ? null : id, note, version);
      await post(query, told);
      return true;
    });
    if (written) say(told);
    return written;
  };

  return {
    addStudio: ({ studio: { id, name }, keyHash, configuration, appliedVersion }, note) =>
      write(
        id,
        `INSERT INTO studios (id, name, key_hash, configuration, version, applied_version)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [name, keyHash, spell(configuration), configuration.version, appliedVersion],
        note,
      ),
    renameStudio: (id, name, note) => write(id, 'UPDATE studios SET name = $2 WHERE id = $1', [name], note),
    removeStudio: (id, note) => write(id, 'DELETE FROM studios WHERE id = $1', [], note),
    setKey: (id, keyHash, note) => write(id, 'UPDATE studios SET key_hash = $2 WHERE id = $1', [keyHash], note),
    setApplied: async (id, { appliedVersion, refusal }) => {
      const values = [appliedVersion, refusal && JSON.stringify(refusal)];
      await write(id, 'UPDATE studios SET applied_version = $2, refusal = $3 WHERE id = $1', values);
    },
  };
};

const lastCalls =
  ({ query }: Database): StudioStore['lastCalls'] =>
  async (id) => {
    const { rows } = await query('SELECT device_id, time_ms, address FROM last_calls WHERE studio_id = $1', [id]);
    return new Map(
      rows.map(({ device_id, time_ms, address }) => [
        String(device_id),
        { time: Number(time_ms), address: String(address) },
      ]),
    );
  };

/** The store of studios over an open database. */
export const postgresStudios = (needs: PostgresStudiosDeps): StudioStore => {
  const { query } = needs.database;
  return {
    ...writing(needs),
    syncStatuses: async (ids) => (await query(standings, [ids ?? null])).rows.map(standingOf),
    studio: (id) => find(query, id),
    change: changing(needs),
    lastCalls: lastCalls(needs.database),
  };
};
