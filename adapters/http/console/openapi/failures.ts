// What the console's document tells of failures: one response for each status.
import { STATUS_CODES } from 'node:http';
import type { Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import { objectSchema, reference, type Schema } from '../../server/openapi/schema.js';

interface Told {
  readonly code: string;
  readonly when: string;
  /** A message as people read it. */
  readonly message: string;
}

const told: Readonly<Record<number, Told>> = {
  400: {
    code: 'invalid_parameter',
    when: 'Something that was sent is missing, malformed or out of range',
    message: 'listedDevices[2].address: expected an IPv4 or IPv6 address or CIDR range',
  },
  401: { code: 'unauthorized', when: 'Nobody is signed in', message: 'an operator has to be signed in' },
  403: {
    code: 'forbidden',
    when: "The operator's role isn't enough, or a page of another origin asks",
    message: 'this requires the role admin',
  },
  404: { code: 'not_found', when: 'There is no such record', message: 'there is no studio "studio-9"' },
  409: {
    code: 'conflict',
    when: 'What is there already does not allow it',
    message: 'a device named "Panel" is already on the list',
  },
  412: {
    code: 'changed_meanwhile',
    when: '`If-Match` no longer fits: somebody else was faster, and nothing was changed',
    message: 'these settings have been changed in the meantime: reload them and try again',
  },
  429: {
    code: 'too_many_attempts',
    when: 'Too many sign-ins have failed from this address: `Retry-After` tells how many seconds it has to wait',
    message: 'too many failed sign-ins from this address: wait 5 seconds',
  },
  500: { code: 'internal_error', when: 'Something unforeseen happened', message: 'something unforeseen happened' },
  503: {
    code: 'unavailable',
    when: "The console's database can't be reached at present",
    message: "the console's database can't be reached at present: try again soon",
  },
};

type AnyEndpoint = Pick<Endpoint<never>, 'intent' | 'body' | 'path' | 'parameters'>;

const names = ({ parameters }: AnyEndpoint): boolean => Object.keys(parameters.path).length > 0;
const changes = ({ intent }: AnyEndpoint): boolean => intent !== 'read';

/** Which endpoints can be answered with a status; those that aren't here can always be. */
const applies: Readonly<Record<number, (endpoint: AnyEndpoint) => boolean>> = {
  404: names,
  409: changes,
  412: (endpoint) => changes(endpoint) && names(endpoint),
};

const nameOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

const entries = Object.entries(told).map(([status, one]) => [Number(status), one] as const);

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'string', pattern: '^[0-9]+$' } } };

/** The schemas of failures. */
export const consoleFailureSchemas: Readonly<Record<string, Schema>> = {
  Failure: {
    ...objectSchema(
      {
        ok: { type: 'boolean', const: false },
        error: { type: 'string', enum: entries.map(([, { code }]) => code), description: 'The code, for programs' },
        message: { type: 'string', description: 'What is wrong, for people' },
      },
      ['ok', 'error', 'message'],
    ),
    description: 'Why a call was refused, or what went wrong',
  },
};

/** The responses of failures. */
export const consoleFailureResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  entries.map(([status, { code, when, message }]) => [
    nameOf(status),
    {
      description: `\`${code}\`: ${when}`,
      ...(status === 429 ? { headers: retryAfter } : {}),
      content: {
        'application/json': {
          schema: { ...reference('schemas', 'Failure'), properties: { error: { const: code } } },
          example: { ok: false, error: code, message },
        },
      },
    },
  ]),
);

/** The failures that an endpoint can be answered with. */
export const consoleFailuresOf = (endpoint: AnyEndpoint): Schema =>
  Object.fromEntries(
    entries
      .filter(([status]) => applies[status]?.(endpoint) ?? true)
      .map(([status]) => [status, reference('responses', nameOf(status))]),
  );
