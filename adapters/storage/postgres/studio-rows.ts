// Reads studios from rows of PostgreSQL.
import * as E from 'fp-ts/lib/Either.js';
import type {
  ConfigurationRefusal,
  ReportedStatus,
  StudioEntry,
  StudioSyncStatus,
} from '../../../application/ports/console-store.js';
import type { AccessAssertion } from '../../../domain/access/assertion.js';
import { readAccessConfiguration, type AccessConfiguration } from '../../../domain/access/configuration.js';
import type { StudioKeys } from '../../../domain/console/studio-key.js';
import { keyColumns, keysOf } from '../console-rows.js';
import type { PostgresRow, Query } from './database.js';

const configurationOf = (value: unknown): AccessConfiguration => {
  const read = readAccessConfiguration(value);
  if (E.isLeft(read)) throw new Error(`a configuration in the database is invalid: ${read.left}`);
  return read.right;
};

/** A column that holds a number or null. */
const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

const common = (row: PostgresRow): StudioKeys & Pick<StudioEntry, 'studio' | 'appliedVersion'> => ({
  studio: { id: String(row['id']), name: String(row['name']) },
  ...keysOf(row),
  appliedVersion: numberOrNull(row['applied_version']),
});

/** Reads a studio with its configuration. */
export const entryOf = (row: PostgresRow): StudioEntry => ({
  ...common(row),
  configuration: configurationOf(row['configuration']),
  ...(row['assertions'] !== null && { assertions: row['assertions'] as readonly AccessAssertion[] }),
});

/** Reads labels. */
export const labelsOf = (row: PostgresRow): readonly string[] => (row['labels'] as readonly string[] | null) ?? [];

/** Reads a studio's sync status. */
export const syncStatusOf = (row: PostgresRow): StudioSyncStatus => ({
  ...common(row),
  desiredVersion: Number(row['version']),
  apiEnabled: row['api_enabled'] === 'true',
  labels: labelsOf(row),
  appliedAt: numberOrNull(row['applied_at_ms']),
  confirmedAt: numberOrNull(row['confirmed_at_ms']),
  disconnectedAt: numberOrNull(row['disconnected_at_ms']),
  refusal: row['refusal'] as ConfigurationRefusal | null,
  service: row['service_status'] as ReportedStatus | null,
  connected: row['connected'] === true,
  reports: Number(row['reports']),
});

/** Selects studios with their configurations. */
export const entries = `SELECT id, name, ${keyColumns}, configuration, applied_version, assertions FROM studios`;

/** Finds a studio by its id. `lock` is appended to the statement. */
export const findStudio = async (query: Query, id: string, lock = ''): Promise<StudioEntry | undefined> => {
  const { rows } = await query(`${entries} WHERE id = $1 ${lock}`, [id]);
  return rows[0] && entryOf(rows[0]);
};
