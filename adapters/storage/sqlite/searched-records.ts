// What a search finds in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { ReportStore, SearchedStudio, StudioStore } from '../../../application/ports/console-store.js';
import type { SqliteRow } from './studio-rows.js';
import { toPromise } from './to-promise.js';

const searchedStudioOf = (row: SqliteRow): SearchedStudio => ({
  id: String(row['id']),
  devices: JSON.parse(String(row['devices'])) as SearchedStudio['devices'],
  listedDevices: JSON.parse(String(row['listed'])) as SearchedStudio['listedDevices'],
});

/** Returns what a search finds in studios. */
export const searchedStudios = (database: DatabaseSync): StudioStore['searchedStudios'] => {
  const select = database.prepare(`SELECT id,
    (SELECT json_group_array(json_object('id', value ->> 'id', 'name', value ->> 'name', 'fixedAddress', value ->> 'fixedAddress'))
      FROM json_each(configuration, '$.devices')) AS devices,
    (SELECT json_group_array(json_object('address', value ->> 'address', 'label', value ->> 'label'))
      FROM json_each(configuration, '$.access.listedDevices')) AS listed
    FROM studios WHERE id IN (SELECT value FROM json_each(?))`);
  return (ids) => toPromise(() => select.all(JSON.stringify(ids)).map(searchedStudioOf));
};

/** Returns the addresses of the refused callers of studios, newest first. */
export const refusedAddresses = (database: DatabaseSync): ReportStore['refusedAddresses'] => {
  const select =
    database.prepare(`SELECT studio_id, json_group_array(address ORDER BY last_time_ms DESC, address) AS addresses
    FROM refused_callers WHERE studio_id IN (SELECT value FROM json_each(?)) GROUP BY studio_id`);
  return (ids) =>
    toPromise(() => {
      const rows = select.all(JSON.stringify(ids));
      return new Map(rows.map((row) => [String(row['studio_id']), JSON.parse(String(row['addresses'])) as string[]]));
    });
};
