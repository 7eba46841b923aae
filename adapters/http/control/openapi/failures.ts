// OpenAPI responses of failures: one per status, in JSON and in plain text.
import type { Operation } from '../../../../application/api/operation.js';
import type { FailureCode } from '../../../../domain/failure.js';
import { failureSchema, failuresWith, responseName } from '../../server/openapi/failures.js';
import { failureBody } from '../../server/reply.js';
import { reference, type Schema } from '../../server/openapi/schema.js';
import { basicChallenge, statusOf } from '../status.js';
import { actionHeaderUnlessDry } from './action-id.js';

interface FailureDescription {
  readonly when: string;
  /** Example of the message. */
  readonly message: string;
}

const descriptions: Readonly<Record<FailureCode, FailureDescription>> = {
  unauthorized: {
    when: 'The caller sent no valid token and has no access without one',
    message: 'a device token, LAN access or legacy authorization is required',
  },
  read_only: {
    when: 'The device is read-only',
    message: 'the device "Panel A" is read-only and may not control anything',
  },
  forbidden: {
    when: 'The device may not use this feature, or a page of another site sent the call',
    message: 'the device "Panel A" may not use the feature Signals',
  },
  feature_disabled: { when: 'The feature or the API is switched off', message: 'the API is switched off' },
  method_not_allowed: {
    when: 'The route does not allow this method',
    message: 'PUT is not allowed here; expected GET or HEAD',
  },
  invalid_parameter: {
    when: 'A parameter is missing, malformed, duplicated or out of range',
    message: 'timeout: expected a whole number of milliseconds from 100 to 30000, got "5"',
  },
  station_mismatch: {
    when: 'A station other than the one that the call is meant for holds the studio',
    message: 'the call is for the station "bravo", but the station "alpha" holds the studio',
  },
  not_found: { when: 'The record does not exist', message: 'there is no signal "sig-9"' },
  conflict: { when: 'The current state does not allow the call', message: 'the macro "mac-1" is running' },
  device_error: { when: 'The device reported a failure', message: 'the player refused the command' },
  device_unavailable: { when: 'The device is not connected', message: 'the player is not connected' },
  ack_timeout: {
    when: 'No acknowledgement arrived within `timeout`',
    message:
      'no acknowledgement from the output "out-1" within 2000 ms; the command may still take effect: ' +
      'see /api/v2/actions/0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57',
  },
  unavailable: { when: 'The service is stopping', message: 'the service is stopping; nothing was sent' },
  internal_error: { when: 'An unexpected error occurred', message: 'an unexpected error occurred' },
};

const codes = Object.keys(descriptions) as FailureCode[];

type AnyOperation = Pick<
  Operation<never>,
  'access' | 'admission' | 'feature' | 'stationScoped' | 'parameters' | 'isStream'
>;

const isPublic = ({ admission }: AnyOperation): boolean => admission === 'public';
const isAction = ({ access }: AnyOperation): boolean => access === 'control';
const namesRecord = ({ parameters: { path, query } }: AnyOperation): boolean =>
  Object.keys(path).length > 0 || 'since' in query;

/** Whether an operation can return a status. Described routes never return other statuses. */
const applies: Readonly<Record<number, (operation: AnyOperation) => boolean>> = {
  400: () => true,
  401: (operation) => !isPublic(operation),
  403: (operation) => !isPublic(operation) || operation.feature !== null,
  404: (operation) => namesRecord(operation) || operation.stationScoped,
  409: (operation) => isAction(operation) || operation.stationScoped || operation.isStream,
  424: isAction,
  500: (operation) => !isAction(operation),
  503: () => true,
};

const statuses = Object.keys(applies).map(Number);

const challengeHeaders = Object.fromEntries(
  Object.entries(basicChallenge).map(([name, value]) => [
    name,
    { description: 'Constant', required: true, schema: { type: 'string', const: value } },
  ]),
);

const headersOf = (status: number): Schema => {
  if (status === 401) return challengeHeaders;
  return status === 424 ? actionHeaderUnlessDry : {};
};

const descriptionOf = (failureCodes: readonly FailureCode[]): string =>
  failureCodes.map((code) => `\`${code}\`: ${descriptions[code].when}`).join('. ');

const messageHeader: Schema = { 'X-Error-Message': reference('headers', 'ErrorMessage') };

const responseOf = (
  status: number,
  content: (failureCodes: readonly FailureCode[]) => Schema,
  more: Schema = {},
): Schema => {
  const failureCodes = codes.filter((code) => statusOf[code] === status);
  const headers = { ...headersOf(status), ...more };
  return {
    description: descriptionOf(failureCodes),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: content(failureCodes),
  };
};

const exampleValues = (failureCodes: readonly FailureCode[], valueOf: (code: FailureCode) => unknown): Schema =>
  Object.fromEntries(failureCodes.map((code) => [code, { value: valueOf(code) }]));

const jsonContent = (failureCodes: readonly FailureCode[]): Schema => ({
  'application/json': {
    schema: { ...reference('schemas', 'Failure'), properties: { error: { enum: failureCodes } } },
    examples: exampleValues(failureCodes, (code) => failureBody({ code, message: descriptions[code].message })),
  },
});

const plainContent = (failureCodes: readonly FailureCode[]): Schema => ({
  'text/plain': {
    schema: { type: 'string', enum: failureCodes.map((code) => `ERR ${code}`) },
    examples: exampleValues(failureCodes, (code) => `ERR ${code}`),
  },
});

/** Schemas of failures. */
export const failureSchemas: Readonly<Record<string, Schema>> = {
  Failure: failureSchema(codes, 'Why the call was refused or failed'),
  PlainFailure: {
    type: 'string',
    pattern: '^ERR [a-z_]+$',
    description: '`ERR` and the error code',
    examples: ['ERR not_found'],
  },
};

/** Responses of failures, in JSON and in plain text. */
export const failureResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  statuses.flatMap((status) => [
    [responseName(status), responseOf(status, jsonContent)],
    [`Plain${responseName(status)}`, responseOf(status, plainContent, messageHeader)],
  ]),
);

/** Returns the failures that an operation can return. */
export const failuresOf = (operation: AnyOperation, form: 'json' | 'plain'): Schema =>
  failuresWith(
    statuses.filter((status) => applies[status]?.(operation)),
    form === 'plain' ? 'Plain' : '',
  );
