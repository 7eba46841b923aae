// Studios in the embedded database.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { StudioEntry, StudioStore } from '../../../application/console/ports.js';
import { AccessConfiguration, readAccessConfiguration } from '../../../domain/access/configuration.js';
import { inTransaction } from './schema.js';
import { soon } from './soon.js';

type Row = Record<string, SQLOutputValue>;

const configurationOf = (text: string): AccessConfiguration => {
  const read = readAccessConfiguration(JSON.parse(text));
  if (E.isLeft(read)) throw new Error(`a configuration in the database is unsound: ${read.left}`);
  return read.right;
};

const textOrNull = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null);

const entryOf = (row: Row): StudioEntry => ({
  studio: { id: String(row['id']), name: String(row['name']) },
  keyHash: textOrNull(row['key_hash']),
  configuration: configurationOf(String(row['configuration'])),
  appliedVersion: row['applied_version'] === null ? null : Number(row['applied_version']),
});

const spell = (configuration: AccessConfiguration): string => JSON.stringify(AccessConfiguration.encode(configuration));

const columns = 'id, name, key_hash, configuration, applied_version';

/** The store of studios over an open database. */
export const studioStore = (database: DatabaseSync): StudioStore => {
  const all = database.prepare(`SELECT ${columns} FROM studios ORDER BY id`);
  const one = database.prepare(`SELECT ${columns} FROM studios WHERE id = ?`);
  const add = database.prepare(`INSERT INTO studios (${columns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const configure = database.prepare('UPDATE studios SET configuration = ? WHERE id = ?');
  const setKey = database.prepare('UPDATE studios SET key_hash = ? WHERE id = ?');
  const setApplied = database.prepare('UPDATE studios SET applied_version = ? WHERE id = ?');
  const lastCalls = database.prepare('SELECT device_id, time_ms, address FROM last_calls WHERE studio_id = ?');

  const find = (id: string): StudioEntry | undefined => {
    const row = one.get(id);
    return row === undefined ? undefined : entryOf(row);
  };

  const change: StudioStore['change'] = (id, f) =>
    soon(() =>
      inTransaction(database, () => {
        const entry = find(id);
        if (entry === undefined) return undefined;
        const changed = f(entry);
        if (E.isRight(changed) && changed.right !== entry.configuration) configure.run(spell(changed.right), id);
        return changed;
      }),
    );

  return {
    studios: () => soon(() => all.all().map(entryOf)),
    studio: (id) => soon(() => find(id)),
    addStudio: ({ studio, keyHash, configuration, appliedVersion }) =>
      soon(() => add.run(studio.id, studio.name, keyHash, spell(configuration), appliedVersion).changes === 1),
    change,
    setKey: (id, keyHash) => soon(() => setKey.run(keyHash, id).changes === 1),
    setApplied: (id, version) => soon(() => void setApplied.run(version, id)),
    lastCalls: (id) =>
      soon(
        () =>
          new Map(
            lastCalls
              .all(id)
              .map((row) => [
                String(row['device_id']),
                { time: Number(row['time_ms']), address: String(row['address']) },
              ]),
          ),
      ),
  };
};
