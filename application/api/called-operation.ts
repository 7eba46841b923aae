// What a call asks for, as the exact rights of devices name it.
import type { CalledOperation, CalledRecord } from '../../domain/access/operation-limit.js';
import { commonParameters } from '../../domain/studio/macro-parameters.js';
import type { Operation } from './operation.js';
import type { RawCall, RawParameters } from './parameters.js';

/** Parts of the studio without records of their own: a device that may change them sees them as a whole. */
const wholeKinds: Readonly<Record<string, string>> = { studio: 'studio', station: 'station', stations: 'station' };

/**
 * Returns the record that an operation is about: the kind is the first part of its path, and the name the parameter after it.
 * Undefined for what is about no record of the studio.
 */
export const recordOf = (
  { feature, path }: Pick<Operation<never>, 'feature' | 'path'>,
  nameIn: (parameter: string) => string | undefined,
): CalledRecord | undefined => {
  const [, kind = '', parameter = ''] = path.split('/');
  if (feature === null || kind === '') return undefined;
  const whole = wholeKinds[kind];
  if (whole !== undefined) return { kind: whole };
  return { kind, name: parameter.startsWith(':') ? nameIn(parameter.slice(1)) : undefined };
};

/** An empty value counts as absent (PARAMETER-2). */
const given = (parameters: RawParameters): RawParameters =>
  new Map([...parameters].filter(([, values]) => values.some((value) => value !== '')));

/** Returns what a call asks for. Its query is what says what it does: not the common parameters, and none that it ignores. */
export const calledOperation = (operation: Operation<never>, { path, query }: RawCall): CalledOperation => {
  const isRead = (name: string): boolean =>
    !commonParameters.includes(name) &&
    (operation.recordParameters !== null || Object.hasOwn(operation.parameters.query, name));
  return {
    name: operation.name,
    record: recordOf(operation, (parameter) => path.get(parameter)?.[0]),
    path,
    query: given(new Map([...query].filter(([name]) => isRead(name)))),
  };
};
