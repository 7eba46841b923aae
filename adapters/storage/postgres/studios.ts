// Studios in PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type { HistoryEntry, SearchedStudio, StudioStore } from '../../../application/ports/console-store.js';
import { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { PanelTargets } from '../../../domain/console/panel-targets.js';
import { keyColumns, keysOf, keyValues, lastCallOf } from '../console-rows.js';
import type { KnownChange, PostgresStoreDeps } from './notifications.js';
import type { Database, Query, PostgresRow } from './database.js';
import { entries, entryOf, findStudio, syncStatusOf } from './studio-rows.js';
import { changeAssertions, changeLabels } from './studio-settings.js';
import { studioRevisions } from './revisions.js';
import { writeHistoryEntry, writeRemoval } from './history.js';

const serializeConfiguration = (configuration: AccessConfiguration): string =>
  JSON.stringify(AccessConfiguration.encode(configuration));

const keys =
  ({ query }: Database): StudioStore['keys'] =>
  async (id) =>
    keysOf((await query(`SELECT ${keyColumns} FROM studios WHERE id = $1`, [id])).rows[0] ?? {});

const setKeys = 'UPDATE studios SET key_hash = $1, old_key_hash = $2, old_key_until_ms = $3 WHERE id = $4';

const changeKeys =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): StudioStore['changeKeys'] =>
  async (id, change, historyEntry) => {
    const event = { studioId: id, section: 'studio' } as const;
    const { keys: changed, isWritten } = await database.transaction(async (query) => {
      const entry = await findStudio(query, id, 'FOR UPDATE');
      const after = entry && change(entry);
      if (after === undefined || after === entry) return { keys: after, isWritten: false };
      await query(setKeys, [...keyValues(after), id]);
      await writeHistoryEntry(query, id, historyEntry, entry?.configuration.version ?? null);
      await publishToOthers(query, event);
      return { keys: after, isWritten: true };
    });
    if (isWritten) publish(event);
    return changed;
  };

/** Whether a status has half a surrogate pair or a null character, which PostgreSQL can't read. None is written any more. */
const isUnreadable = String.raw`service_status::text ~* '\\u(d[89a-f]|0000)'`;

const syncStatuses = `SELECT id, name, ${keyColumns}, version, configuration #>> '{access,apiEnabled}' AS api_enabled, labels,
  applied_version, applied_at_ms, confirmed_at_ms, disconnected_at_ms, refusal, reports,
  CASE WHEN ${isUnreadable} THEN service_status ELSE (service_status::jsonb - 'panels')::json END AS service_status, EXISTS (
    SELECT FROM connections JOIN consoles ON consoles.id = console_id WHERE studio_id = studios.id AND alive_until > now()
  ) AS connected FROM studios WHERE $1::text[] IS NULL OR id = ANY($1) ORDER BY id COLLATE "C"`;

const panelTargets =
  ({ database }: PostgresStoreDeps): StudioStore['panelTargets'] =>
  async (id) => {
    const { rows } = await database.query(
      `SELECT CASE WHEN ${isUnreadable} THEN NULL ELSE service_status -> 'panels' END AS panels FROM studios WHERE id = $1`,
      [id],
    );
    return (rows[0]?.['panels'] as PanelTargets | null | undefined) ?? null;
  };

const searchedStudios = `SELECT id,
  (SELECT json_agg(json_build_object('id', one -> 'id', 'name', one -> 'name', 'fixedAddress', one -> 'fixedAddress'))
    FROM json_array_elements(configuration -> 'devices') AS one) AS devices,
  (SELECT json_agg(json_build_object('address', one -> 'address', 'label', one -> 'label'))
    FROM json_array_elements(configuration #> '{access,listedDevices}') AS one) AS listed
  FROM studios WHERE id = ANY($1)`;

const searchedStudioOf = (row: PostgresRow): SearchedStudio => ({
  id: String(row['id']),
  devices: (row['devices'] as SearchedStudio['devices'] | null) ?? [],
  listedDevices: (row['listed'] as SearchedStudio['listedDevices'] | null) ?? [],
});

interface ChangeResult {
  readonly result: Awaited<ReturnType<StudioStore['change']>>;
  /** The change to publish, if anything was written. */
  readonly change?: KnownChange;
}

const changeStudio =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): StudioStore['change'] =>
  async (id, f) => {
    const { result, change } = await database.transaction(async (query): Promise<ChangeResult> => {
      const entry = await findStudio(query, id, 'FOR UPDATE');
      if (entry === undefined) return { result: undefined };
      const revised = f(entry);
      if (E.isLeft(revised)) return { result: revised };
      const { configuration, section, historyEntry } = revised.right;
      const result = E.right(configuration);
      if (configuration === entry.configuration) return { result };
      const values = [serializeConfiguration(configuration), configuration.version, id];
      await query('UPDATE studios SET configuration = $1, version = $2 WHERE id = $3', values);
      if (historyEntry !== undefined) await writeHistoryEntry(query, id, historyEntry, configuration.version);
      const change = { studioId: id, section };
      await publishToOthers(query, change);
      return { result, change };
    });
    if (change !== undefined) publish(change);
    return result;
  };

type WritingMethods = Pick<
  StudioStore,
  'addStudio' | 'renameStudio' | 'recordChange' | 'removeStudio' | 'setApplied' | 'setServiceStatus'
>;

const versionOf = async (query: Query, id: string): Promise<number | null> => {
  const { rows } = await query('SELECT version FROM studios WHERE id = $1', [id]);
  return rows[0] === undefined ? null : Number(rows[0]['version']);
};

/** A change of a studio's row: a statement, the values after its id, and how it is recorded and published. */
interface RowChange {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly historyEntry?: HistoryEntry;
  readonly isReport?: true;
}

/** Resolves with whether there is such a studio. */
type Write = (id: string, change: RowChange) => Promise<boolean>;

const setApplied = `UPDATE studios SET applied_version = $2, refusal = $3, service_status = $4, confirmed_at_ms = $5,
  applied_at_ms = CASE WHEN applied_version IS NOT DISTINCT FROM $2::bigint THEN applied_at_ms ELSE $5::bigint END WHERE id = $1`;

/** Stores what services report. */
const reportedMethods = (write: Write): Pick<StudioStore, 'setApplied' | 'setServiceStatus'> => ({
  setApplied: async (id, { appliedVersion, refusal, service, time }) => {
    const values = [appliedVersion, refusal && JSON.stringify(refusal), service && JSON.stringify(service), time];
    await write(id, { text: setApplied, values, isReport: true });
  },
  setServiceStatus: async (id, status) => {
    const text = 'UPDATE studios SET service_status = $2, confirmed_at_ms = $3 WHERE id = $1';
    await write(id, { text, values: [JSON.stringify(status), status.time], isReport: true });
  },
});

/** Writes the history entry of a change of a studio's row, or of its removal. */
const recordRowChange = async (query: Query, id: string, historyEntry: HistoryEntry): Promise<void> => {
  const version = await versionOf(query, id);
  if (version === null) await writeRemoval(query, id, historyEntry);
  else await writeHistoryEntry(query, id, historyEntry, version);
};

const rowWriter =
  ({ database, publishToOthers, publish }: PostgresStoreDeps): Write =>
  async (id, { text, values, historyEntry, isReport }) => {
    const change: KnownChange = { studioId: id, section: 'studio', ...(isReport && { isReport }) };
    const written = await database.transaction(async (query) => {
      if ((await query(text, [id, ...values])).count !== 1) return false;
      if (historyEntry !== undefined) await recordRowChange(query, id, historyEntry);
      await publishToOthers(query, change);
      return true;
    });
    if (written) publish(change);
    return written;
  };

const addStudio = `INSERT INTO studios (id, name, ${keyColumns}, configuration, version, applied_version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`;

const writingMethods = (deps: PostgresStoreDeps): WritingMethods => {
  const write = rowWriter(deps);
  return {
    addStudio: (entry, historyEntry) => {
      const { studio, configuration, appliedVersion } = entry;
      const written = [serializeConfiguration(configuration), configuration.version, appliedVersion];
      const values = [studio.name, ...keyValues(entry), ...written];
      return write(studio.id, { text: addStudio, values, historyEntry });
    },
    recordChange: (id, historyEntry) =>
      write(id, { text: 'UPDATE studios SET name = name WHERE id = $1', values: [], historyEntry }),
    renameStudio: (id, name, historyEntry) =>
      write(id, { text: 'UPDATE studios SET name = $2 WHERE id = $1', values: [name], historyEntry }),
    removeStudio: (id, historyEntry) =>
      write(id, { text: 'DELETE FROM studios WHERE id = $1', values: [], historyEntry }),
    ...reportedMethods(write),
  };
};

const lastCalls =
  ({ query }: Database): StudioStore['lastCalls'] =>
  async (id) => {
    const { rows } = await query('SELECT device_id, time_ms, address, answer FROM last_calls WHERE studio_id = $1', [
      id,
    ]);
    return new Map(rows.map((row) => [String(row['device_id']), lastCallOf(row, row['answer'])]));
  };

const oldTokenCalls =
  ({ query }: Database): StudioStore['oldTokenCalls'] =>
  async (id) => {
    const select = 'SELECT device_id, old_token, time_ms, address FROM old_token_calls WHERE studio_id = $1';
    const { rows } = await query(select, [id]);
    return new Map(
      rows.map(({ device_id, old_token, time_ms, address }) => [
        String(device_id),
        { oldToken: Number(old_token), time: Number(time_ms), address: String(address) },
      ]),
    );
  };

/** Creates the studio store over an open database. */
export const postgresStudios = (deps: PostgresStoreDeps): StudioStore => {
  const { query } = deps.database;
  return {
    ...writingMethods(deps),
    ...studioRevisions(deps.database),
    studios: async (ids) => (await query(`${entries} WHERE id = ANY($1)`, [ids])).rows.map(entryOf),
    syncStatuses: async (ids) => (await query(syncStatuses, [ids ?? null])).rows.map(syncStatusOf),
    searchedStudios: async (ids) => (await query(searchedStudios, [ids])).rows.map(searchedStudioOf),
    studio: (id) => findStudio(query, id),
    panelTargets: panelTargets(deps),
    keys: keys(deps.database),
    changeKeys: changeKeys(deps),
    change: changeStudio(deps),
    changeLabels: changeLabels(deps),
    changeAssertions: changeAssertions(deps),
    lastCalls: lastCalls(deps.database),
    oldTokenCalls: oldTokenCalls(deps.database),
  };
};
