// Checks what an unvalidated studio file says about connections, with the codecs of their drivers.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { validationIssues, type ValidationIssue } from '../../domain/codec/issues.js';
import { nearestName } from '../../domain/codec/nearest-name.js';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import { unknownKeysIn } from '../../domain/codec/unknown-keys.js';
import { attachableKinds } from '../../domain/studio/connection.js';
import type { ConnectionDriver, DriverTable } from './connection-driver.js';

/** Returns the fields of a record that its driver knows. The codec of the layout checks the others. */
const without = (record: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record as object).filter(([name]) => !names.includes(name)));

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const prefixed = (issues: readonly ValidationIssue[], at: string): readonly ValidationIssue[] =>
  issues.map(({ path, expected }) => ({ path: path === '' ? at : `${at}.${path}`, expected }));

/** Returns the issues of settings. What was given isn't quoted, because it may be a secret. */
const issuesOf = (codec: t.Mixed, settings: unknown, at: string): readonly ValidationIssue[] => {
  const decoded = codec.decode(settings);
  const issues = [...(E.isLeft(decoded) ? validationIssues(decoded.left) : []), ...unknownKeysIn(codec, settings)];
  return prefixed(issues, at);
};

const unknownProtocol = (protocol: string, protocols: readonly string[]): string => {
  const nearest = nearestName(protocol, protocols);
  return `one of ${protocols.join(', ')}, got "${protocol}"${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
};

/** Returns the driver of a protocol; undefined if there is none. A protocol may be a name that every object has. */
const driverFor = (table: DriverTable, protocol: string): ConnectionDriver | undefined =>
  Object.hasOwn(table, protocol) ? table[protocol] : undefined;

const connectionIssue = (table: DriverTable, connection: unknown, at: string): readonly ValidationIssue[] => {
  const protocol = textIn(connection, 'protocol');
  if (protocol === undefined) return [];
  const driver = driverFor(table, protocol);
  return driver === undefined
    ? [{ path: `${at}.protocol`, expected: unknownProtocol(protocol, Object.keys(table)) }]
    : issuesOf(driver.settings, without(connection, ['id', 'protocol']), at);
};

type AttachmentField = (typeof attachableKinds)[number][1];

const protocolsWith = (table: DriverTable, field: AttachmentField): string =>
  Object.keys(table)
    .filter((protocol) => table[protocol]?.[field] !== undefined)
    .join(', ');

/** What an attachment is checked with. */
interface AttachmentChecks {
  readonly table: DriverTable;
  readonly driverOf: (connection: unknown) => ConnectionDriver | undefined;
}

const idsIn = (records: readonly unknown[]): readonly string[] =>
  records.flatMap((record) => textIn(record, 'id') ?? []);

const textsIn = (record: unknown, name: string): readonly string[] =>
  listIn(record, name).filter((value) => typeof value === 'string');

/** Returns the issues of settings that the driver's codec accepts, but that don't fit their record. */
const unfitting = (driver: ConnectionDriver, field: AttachmentField, record: unknown): readonly ValidationIssue[] => {
  const settings = without(fieldOf(record, field), ['connection']);
  if (field === 'head') return driver.headIssues(settings, idsIn(listIn(record, 'angles')));
  return field === 'player' ? driver.playerIssues(settings, textsIn(record, 'scenes')) : [];
};

const attachmentIssues = (
  { table, driverOf }: AttachmentChecks,
  field: AttachmentField,
  record: unknown,
  at: string,
): readonly ValidationIssue[] => {
  const attachment = fieldOf(record, field);
  const driver = driverOf(fieldOf(attachment, 'connection'));
  if (driver === undefined || !isRecord(attachment)) return [];
  const codec = driver[field];
  if (codec === undefined)
    return [
      { path: `${at}.connection`, expected: `a connection whose protocol is one of ${protocolsWith(table, field)}` },
    ];
  const issues = issuesOf(codec, without(attachment, ['connection']), at);
  return issues.length > 0 ? issues : prefixed(unfitting(driver, field, record), at);
};

/** Returns an issue for each part of equipment that an earlier output of the same connection uses already. */
const sharedParts = ({ driverOf }: AttachmentChecks, outputs: readonly unknown[]): readonly ValidationIssue[] => {
  const users = new Map<string, string>();
  return outputs.flatMap((output, index) => {
    const player = fieldOf(output, 'player');
    const connection = textIn(player, 'connection');
    const driver = driverOf(connection);
    if (connection === undefined || driver?.player === undefined) return [];
    const settings = without(player, ['connection']);
    if (E.isLeft(driver.player.decode(settings))) return [];
    const id = textIn(output, 'id') ?? '';
    const issues = driver.playerParts(settings).flatMap(({ path, name }) => {
      const key = JSON.stringify([connection, name]);
      const user = users.get(key);
      users.set(key, user ?? id);
      return user === undefined || user === id
        ? []
        : [{ path, expected: `another than ${name}, which the output "${user}" uses` }];
    });
    return prefixed(issues, `outputs[${String(index)}].player`);
  });
};

/** Returns an issue for everything that is wrong with the settings of connections and of what is attached to them. */
export const connectionIssues = (table: DriverTable, input: unknown): readonly ValidationIssue[] => {
  const connections = listIn(input, 'connections');
  const drivers = new Map(
    connections.map((one) => [textIn(one, 'id'), driverFor(table, textIn(one, 'protocol') ?? '')]),
  );
  const checks = { table, driverOf: (id: unknown) => (typeof id === 'string' ? drivers.get(id) : undefined) };
  return [
    ...connections.flatMap((one, index) => connectionIssue(table, one, `connections[${String(index)}]`)),
    ...attachableKinds.flatMap(([kind, field]) =>
      listIn(input, kind).flatMap((record, index) =>
        attachmentIssues(checks, field, record, `${kind}[${String(index)}].${field}`),
      ),
    ),
    ...sharedParts(checks, listIn(input, 'outputs')),
  ];
};
