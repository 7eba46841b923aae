// Exact rights: the operations that a limited device may call, and the records that these show.
import * as t from 'io-ts';
import { boundedListOf, isSameName, looseText } from '../codec/codec.js';
import { withDefault } from '../codec/with-default.js';

/** Maximum number of operations that a device is limited to, and of parameters that each names. */
export const maxOperations = 200;

/**
 * An operation of the catalogue, such as `signal.pulse`, and the values that its parameters must have, as their texts in a call: a
 * parameter that is left out is free (LIMIT-1).
 */
export const OperationCall = t.readonly(
  t.type({
    operation: looseText(1, 64),
    with: withDefault(t.readonly(t.record(looseText(1, 64), looseText(1, 256))), {}),
  }),
);
export type OperationCall = t.TypeOf<typeof OperationCall>;

/** A list of operations; empty for no such limit. */
export const OperationCalls = boundedListOf(OperationCall, maxOperations);

/** A record, or a kind of records: `signals`, and the name that a call has for it. */
export interface CalledRecord {
  /** The first part of the route's path. */
  readonly kind: string;
  /** Undefined for all records of the kind. */
  readonly name?: string | undefined;
}

/** All values of each parameter of a call. */
type Values = ReadonlyMap<string, readonly string[]>;

/** What a call asks for. */
export interface CalledOperation {
  readonly name: string;
  /** Undefined for a route that is about no record of the studio. */
  readonly record: CalledRecord | undefined;
  /** The parameters of its path, which are names: they match in any letters' case. */
  readonly path: Values;
  /** The parameters of its query that say what it does. */
  readonly query: Values;
}

/** An operation that a limited device may call. */
export interface PermittedCall extends OperationCall {
  /** The record that it is about, and that the device may read therefore; undefined if there is none. */
  readonly record: CalledRecord | undefined;
  /** The ids of that record, which may be one of each station; empty if all of its kind are meant. */
  readonly recordIds: readonly string[];
  /** The station that the calls of its panel are meant for. */
  readonly station?: string;
  /** Whether parameters that it doesn't name must be absent, as for the buttons of a panel (LIMIT-3). */
  readonly isExact: boolean;
}

/** What a limited device may call. It may read what its operations are about, and nothing else. */
export type OperationLimit = readonly PermittedCall[];

const hasValue = ({ path, query }: CalledOperation, parameter: string, expected: string): boolean => {
  const [name, ...others] = path.get(parameter) ?? [];
  if (name !== undefined) return others.length === 0 && isSameName(name, expected);
  const [value, ...further] = query.get(parameter) ?? [];
  return (value ?? '') === expected && further.length === 0;
};

const isCall = (permitted: PermittedCall, called: CalledOperation): boolean =>
  permitted.operation === called.name &&
  Object.entries(permitted.with).every(([parameter, expected]) => hasValue(called, parameter, expected)) &&
  (!permitted.isExact || called.query.keys().every((parameter) => Object.hasOwn(permitted.with, parameter)));

const isAbout = ({ record }: PermittedCall, { kind, name }: CalledRecord): boolean =>
  record?.kind === kind && (record.name === undefined || (name !== undefined && isSameName(record.name, name)));

/** Whether a limited device may make a call: one of its operations, or a read of what these are about (LIMIT-1, LIMIT-2). */
export const isCallPermitted = (
  limit: OperationLimit,
  called: CalledOperation,
  access: 'read' | 'control',
): boolean => {
  const { record } = called;
  if (limit.some((permitted) => isCall(permitted, called))) return true;
  return access === 'read' && record !== undefined && limit.some((permitted) => isAbout(permitted, record));
};

/** Whether a limited device may read a record; without an id, whether it may read all records of the kind (LIMIT-2). */
export const showsRecord = (limit: OperationLimit, kind: string, id?: string): boolean =>
  limit.some(
    ({ record, recordIds }) =>
      record?.kind === kind && (record.name === undefined || (id !== undefined && recordIds.includes(id))),
  );

/** Returns an operation with its parameters in words. */
export const operationText = ({ operation, with: values }: OperationCall): string => {
  const given = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? operation : `${operation} (${given.join(', ')})`;
};

/** How many operations a message lists. */
const mostListed = 3;

/** Returns what a device is limited to, in words. */
export const limitText = (limit: readonly OperationCall[]): string => {
  if (limit.length === 0) return 'no operation';
  const further = limit.length - mostListed;
  const listed = limit.slice(0, mostListed).map(operationText).join(', ');
  return further > 0 ? `${listed} and ${String(further)} more` : listed;
};
