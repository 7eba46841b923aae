// What the document tells of failures: one response for each status, in JSON and in plain text.
import { STATUS_CODES } from 'node:http';
import type { Operation } from '../../../../application/api/operation.js';
import type { FailureCode } from '../../../../domain/failure.js';
import { objectSchema, reference, type Schema } from '../../server/openapi/schema.js';
import { challenge, statusOf } from '../status.js';
import { actionHeader } from './action-id.js';

interface Told {
  readonly when: string;
  /** A message as people read it. */
  readonly message: string;
}

const told: Readonly<Record<FailureCode, Told>> = {
  unauthorized: {
    when: 'The caller shows no valid token and is not let in without one',
    message: 'a device token, LAN access or legacy authorization is required',
  },
  read_only: {
    when: 'The device may read only',
    message: 'the device "Panel A" is read-only and may not control anything',
  },
  forbidden: {
    when: 'The device is limited to other features, or a page of another site asks',
    message: 'the device may not use the feature Signals',
  },
  feature_disabled: { when: 'The feature or the API is switched off', message: 'the API is switched off' },
  method_not_allowed: { when: 'The method is not taken here', message: 'PUT is not taken here; GET and HEAD are' },
  invalid_parameter: {
    when: 'A parameter is missing, malformed, doubled or out of range',
    message: 'timeout: expected a whole number of milliseconds from 100 to 30000, got "5"',
  },
  station_mismatch: {
    when: 'Another station than the one the call is meant for holds the studio',
    message: 'the station "alpha" holds the studio',
  },
  not_found: { when: 'There is no such record', message: 'there is no signal "sig-9"' },
  conflict: { when: 'The present state does not allow it', message: 'the macro "mac-1" is running' },
  device_error: { when: 'The device answered with a failure', message: 'the player refused the command' },
  device_unavailable: { when: 'The device is not connected', message: 'the player is not connected' },
  ack_timeout: {
    when: 'No acknowledgement came within `timeout`',
    message: 'no acknowledgement within 2000 milliseconds; the command may have reached the device',
  },
  unavailable: { when: 'The service is stopping', message: 'the service is stopping; nothing was sent' },
  internal_error: { when: 'Something unforeseen happened', message: 'something unforeseen happened' },
};

const codes = Object.keys(told) as FailureCode[];

type AnyOperation = Pick<
  Operation<never>,
  'access' | 'admission' | 'feature' | 'stationScoped' | 'parameters' | 'isStream'
>;

const isOpen = ({ admission }: AnyOperation): boolean => admission === 'public';
const controls = ({ access }: AnyOperation): boolean => access === 'control';
const namesRecord = ({ parameters }: AnyOperation): boolean => Object.keys(parameters.path).length > 0;

/** Which operations can be answered with a status. Others are never answered by a described route. */
const applies: Readonly<Record<number, (operation: AnyOperation) => boolean>> = {
  400: () => true,
  401: (operation) => !isOpen(operation),
  403: (operation) => !isOpen(operation) || operation.feature !== null,
  404: (operation) => namesRecord(operation) || operation.stationScoped,
  409: (operation) => controls(operation) || operation.stationScoped || operation.isStream,
  424: controls,
  500: (operation) => !controls(operation),
  503: () => true,
};

const statuses = Object.keys(applies).map(Number);

const nameOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

const challengeHeaders = Object.fromEntries(
  Object.entries(challenge).map(([name, value]) => [
    name,
    { description: 'Always the same', required: true, schema: { type: 'string', const: value } },
  ]),
);

const headersOf = (status: number): Schema => {
  if (status === 401) return { headers: challengeHeaders };
  return status === 424 ? { headers: actionHeader } : {};
};

const descriptionOf = (of: readonly FailureCode[]): string =>
  of.map((code) => `\`${code}\`: ${told[code].when}`).join('. ');

const responseOf = (status: number, content: (of: readonly FailureCode[]) => Schema): Schema => {
  const of = codes.filter((code) => statusOf[code] === status);
  return { description: descriptionOf(of), ...headersOf(status), content: content(of) };
};

const exampleValues = (of: readonly FailureCode[], valueOf: (code: FailureCode) => unknown): Schema =>
  Object.fromEntries(of.map((code) => [code, { value: valueOf(code) }]));

const jsonContent = (of: readonly FailureCode[]): Schema => ({
  'application/json': {
    schema: { ...reference('schemas', 'Failure'), properties: { error: { enum: of } } },
    examples: exampleValues(of, (code) => ({ ok: false, error: code, message: told[code].message })),
  },
});

const plainContent = (of: readonly FailureCode[]): Schema => ({
  'text/plain': {
    schema: { type: 'string', enum: of.map((code) => `ERR ${code}`) },
    examples: exampleValues(of, (code) => `ERR ${code}`),
  },
});

/** The schemas of failures. */
export const failureSchemas: Readonly<Record<string, Schema>> = {
  Failure: {
    ...objectSchema(
      {
        ok: { type: 'boolean', const: false },
        error: { type: 'string', enum: codes, description: 'The code, for programs' },
        message: { type: 'string', description: 'What is wrong, for people' },
      },
      ['ok', 'error', 'message'],
    ),
    description: 'Why a call was refused, or what went wrong',
  },
  PlainFailure: {
    type: 'string',
    pattern: '^ERR [a-z_]+$',
    description: '`ERR` and the code',
    examples: ['ERR not_found'],
  },
};

/** The responses of failures in both forms. */
export const failureResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  statuses.flatMap((status) => [
    [nameOf(status), responseOf(status, jsonContent)],
    [`Plain${nameOf(status)}`, responseOf(status, plainContent)],
  ]),
);

/** The failures that an operation can be answered with. */
export const failuresOf = (operation: AnyOperation, form: 'json' | 'plain'): Schema =>
  Object.fromEntries(
    statuses
      .filter((status) => applies[status]?.(operation))
      .map((status) => [status, reference('responses', `${form === 'plain' ? 'Plain' : ''}${nameOf(status)}`)]),
  );
