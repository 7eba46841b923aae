// Checks what an unvalidated studio file says about connections, with the codecs of their drivers.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { describeValue, didYouMean, issuesWithin, validationIssues, type Issue } from '../../domain/codec/issues.js';
import { nearestName } from '../../domain/codec/nearest-name.js';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import { unknownKeysIn } from '../../domain/codec/unknown-keys.js';
import { attachableKinds } from '../../domain/studio/connection.js';
import type { SettingsIssues } from '../../domain/studio/layout.js';
import type { ConnectionDriver, DriverTable } from './connection-driver.js';

/** Returns the fields of a record that its driver knows. The codec of the layout checks the others. */
const without = (record: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record as object).filter(([name]) => !names.includes(name)));

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const none: SettingsIssues = { unknown: [], others: [] };

const withoutUnknown = (others: readonly Issue[]): SettingsIssues => ({ unknown: [], others });

const joined = (all: readonly SettingsIssues[]): SettingsIssues => ({
  unknown: all.flatMap(({ unknown }) => unknown),
  others: all.flatMap(({ others }) => others),
});

/** Returns the issues of settings. What was given isn't quoted if it may be a secret. */
const issuesOf = (codec: t.Mixed, settings: unknown, at: string, isQuotable: boolean): SettingsIssues => {
  const decoded = codec.decode(settings);
  return {
    unknown: issuesWithin(at, unknownKeysIn(codec, settings)),
    others: issuesWithin(
      at,
      E.isLeft(decoded) ? validationIssues(decoded.left, isQuotable ? describeValue : undefined) : [],
    ),
  };
};

const unknownProtocol = (path: string, protocol: string, protocols: readonly string[]): Issue => ({
  path,
  expected: `one of ${protocols.join(', ')}`,
  got: `"${protocol}"`,
  ...didYouMean(nearestName(protocol, protocols)),
});

/** Returns the driver of a protocol; undefined if there is none. A protocol may be a name that every object has. */
const driverFor = (table: DriverTable, protocol: string): ConnectionDriver | undefined =>
  Object.hasOwn(table, protocol) ? table[protocol] : undefined;

const connectionIssue = (table: DriverTable, connection: unknown, at: string): SettingsIssues => {
  const protocol = textIn(connection, 'protocol');
  if (protocol === undefined) return none;
  const driver = driverFor(table, protocol);
  return driver === undefined
    ? withoutUnknown([unknownProtocol(`${at}.protocol`, protocol, Object.keys(table))])
    : issuesOf(driver.settings, without(connection, ['id', 'protocol']), at, driver.isQuotable);
};

type AttachmentField = (typeof attachableKinds)[number][1];

/** Returns what a driver declares for a field: a backup is attached as a player is. */
const declaredFor = (field: AttachmentField) => (field === 'backup' ? 'player' : field);

const protocolsWith = (table: DriverTable, field: AttachmentField): string =>
  Object.keys(table)
    .filter((protocol) => table[protocol]?.[declaredFor(field)] !== undefined)
    .join(', ');

/** What an attachment is checked with. */
interface AttachmentChecks {
  readonly table: DriverTable;
  readonly driverOf: (connection: unknown) => ConnectionDriver | undefined;
  /** Returns the settings of a connection, as the studio file has them. */
  readonly settingsOf: (connection: unknown) => unknown;
}

const idsIn = (records: readonly unknown[]): readonly string[] =>
  records.flatMap((record) => textIn(record, 'id') ?? []);

const textsIn = (record: unknown, name: string): readonly string[] =>
  listIn(record, name).filter((value) => typeof value === 'string');

/** Returns the issues of settings that the driver's codec accepts, but that don't fit their record. */
const unfitting = (
  driver: ConnectionDriver,
  field: AttachmentField,
  record: unknown,
  connection: unknown,
): readonly Issue[] => {
  const settings = without(fieldOf(record, field), ['connection']);
  if (field === 'head') return driver.headIssues(settings, idsIn(listIn(record, 'angles')));
  if (field === 'line') return driver.lineIssues(settings, connection);
  const graphics = listIn(record, 'graphics').flatMap((graphic) => textIn(graphic, 'scene') ?? []);
  return driver.playerIssues(settings, textsIn(record, 'scenes'), graphics);
};

const attachmentIssues = (
  { table, driverOf, settingsOf }: AttachmentChecks,
  field: AttachmentField,
  record: unknown,
  at: string,
): SettingsIssues => {
  const attachment = fieldOf(record, field);
  const driver = driverOf(fieldOf(attachment, 'connection'));
  if (driver === undefined || !isRecord(attachment)) return none;
  const codec = driver[declaredFor(field)];
  if (codec === undefined)
    return withoutUnknown([
      { path: `${at}.connection`, expected: `a connection whose protocol is one of ${protocolsWith(table, field)}` },
    ]);
  const issues = issuesOf(codec, without(attachment, ['connection']), at, driver.isQuotable);
  const isInvalid = issues.unknown.length + issues.others.length > 0;
  if (isInvalid) return issues;
  const connection = settingsOf(fieldOf(attachment, 'connection'));
  return withoutUnknown(issuesWithin(at, unfitting(driver, field, record, connection)));
};

/** Returns an issue for each part of equipment that an earlier output of the same connection uses already. */
const sharedParts = ({ driverOf }: AttachmentChecks, outputs: readonly unknown[]): readonly Issue[] => {
  const users = new Map<string, string>();
  const attached = outputs.flatMap((output, index) =>
    (['player', 'backup'] as const).map((field) => ({ output, field, path: `outputs[${String(index)}].${field}` })),
  );
  return attached.flatMap(({ output, field, path: at }) => {
    const player = fieldOf(output, field);
    const connection = textIn(player, 'connection');
    const driver = driverOf(connection);
    if (connection === undefined || driver?.player === undefined) return [];
    const settings = without(player, ['connection']);
    if (E.isLeft(driver.player.decode(settings))) return [];
    const name = textIn(output, 'id') ?? '';
    const own = field === 'player' ? `the output "${name}"` : `the backup of the output "${name}"`;
    const issues = driver.playerParts(settings).flatMap(({ path, name: part }) => {
      const key = JSON.stringify([connection, part]);
      const user = users.get(key);
      users.set(key, user ?? own);
      return user === undefined || user === own ? [] : [{ path, expected: `another than ${part}, which ${user} uses` }];
    });
    return issuesWithin(at, issues);
  });
};

/** Returns an issue for everything that is wrong with the settings of connections and of what is attached to them. */
export const connectionIssues = (table: DriverTable, input: unknown): SettingsIssues => {
  const connections = listIn(input, 'connections');
  const drivers = new Map(
    connections.map((one) => [textIn(one, 'id'), driverFor(table, textIn(one, 'protocol') ?? '')]),
  );
  const settings = new Map(
    connections.filter(isRecord).map((one) => [textIn(one, 'id'), without(one, ['id', 'protocol'])]),
  );
  const checks: AttachmentChecks = {
    table,
    driverOf: (id) => (typeof id === 'string' ? drivers.get(id) : undefined),
    settingsOf: (id) => (typeof id === 'string' ? settings.get(id) : undefined),
  };
  return joined([
    ...connections.map((one, index) => connectionIssue(table, one, `connections[${String(index)}]`)),
    ...attachableKinds.flatMap(([kind, field]) =>
      listIn(input, kind).map((record, index) =>
        attachmentIssues(checks, field, record, `${kind}[${String(index)}].${field}`),
      ),
    ),
    withoutUnknown(sharedParts(checks, listIn(input, 'outputs'))),
  ]);
};
