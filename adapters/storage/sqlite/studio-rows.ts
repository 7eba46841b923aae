// Reads and writes studios in rows of the embedded database.
import type { SQLOutputValue } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type {
  ConfigurationRefusal,
  ReportedStatus,
  StudioRevision,
  StudioSyncStatus,
  StudioEntry,
} from '../../../application/ports/console-store.js';
import type { AccessAssertion } from '../../../domain/access/assertion.js';
import type { PanelTargets } from '../../../domain/console/panel-targets.js';
import { keysOf } from '../console-rows.js';
import { AccessConfiguration, readAccessConfiguration } from '../../../domain/access/configuration.js';

/** A row as the database returns it. */
export type SqliteRow = Record<string, SQLOutputValue>;

const configurationOf = (text: string): AccessConfiguration => {
  const read = readAccessConfiguration(JSON.parse(text));
  if (E.isLeft(read)) throw new Error(`a configuration in the database is invalid: ${read.left}`);
  return read.right;
};

/** A column that holds text or null. */
export const textOrNull = (value: SQLOutputValue | undefined): string | null =>
  typeof value === 'string' ? value : null;
const numberOrNull = (value: SQLOutputValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Reads a studio with its configuration. */
export const entryOf = (row: SqliteRow): StudioEntry => ({
  studio: { id: String(row['id']), name: String(row['name']) },
  ...keysOf(row),
  configuration: configurationOf(String(row['configuration'])),
  appliedVersion: numberOrNull(row['applied_version']),
  ...(typeof row['assertions'] === 'string' && {
    assertions: JSON.parse(row['assertions']) as readonly AccessAssertion[],
  }),
});

const refusalOf = (text: string | null): ConfigurationRefusal | null =>
  text === null ? null : (JSON.parse(text) as ConfigurationRefusal);

const serviceOf = (text: string | null): ReportedStatus | null =>
  text === null ? null : (JSON.parse(text) as ReportedStatus);

/** Reads what a service has reported for the set-up of devices. */
export const panelTargetsOf = (row: SqliteRow | undefined): PanelTargets | null => {
  const text = textOrNull(row?.['panels']);
  return text === null ? null : (JSON.parse(text) as PanelTargets);
};

/** Reads labels. */
export const labelsOf = (text: string | null): readonly string[] =>
  text === null ? [] : (JSON.parse(text) as readonly string[]);

/** Reads a studio's revision. */
export const revisionOf = (row: SqliteRow): StudioRevision => ({
  studio: { id: String(row['id']), name: String(row['name']) },
  ...keysOf(row),
  desiredVersion: Number(row['version']),
  reports: Number(row['reports']),
});

/** Reads a studio's sync status. */
export const syncStatusOf =
  (isConnected: (studioId: string) => boolean) =>
  (row: SqliteRow): StudioSyncStatus => ({
    studio: { id: String(row['id']), name: String(row['name']) },
    ...keysOf(row),
    desiredVersion: Number(row['version']),
    apiEnabled: row['api_enabled'] === 1,
    labels: labelsOf(textOrNull(row['labels'])),
    appliedVersion: numberOrNull(row['applied_version']),
    appliedAt: numberOrNull(row['applied_at_ms']),
    confirmedAt: numberOrNull(row['confirmed_at_ms']),
    disconnectedAt: numberOrNull(row['disconnected_at_ms']),
    refusal: refusalOf(textOrNull(row['refusal'])),
    service: serviceOf(textOrNull(row['service_status'])),
    connected: isConnected(String(row['id'])),
    reports: Number(row['reports']),
  });

/** Returns a configuration as it is stored. */
export const serializeConfiguration = (configuration: AccessConfiguration): string =>
  JSON.stringify(AccessConfiguration.encode(configuration));

/** Returns what a service has reported as it is stored. */
export const serializeReported = (reported: ConfigurationRefusal | ReportedStatus | null): string | null =>
  reported && JSON.stringify(reported);
