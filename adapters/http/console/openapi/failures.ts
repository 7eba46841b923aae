// The failure responses in the console's OpenAPI document: one for each status.
import type { Issue } from '../../../../domain/codec/issues.js';
import type { Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import { failureSchema, failuresWith, issuesProperty, responseName } from '../../server/openapi/failures.js';
import { reference, type Schema } from '../../server/openapi/schema.js';
import { failureBody } from '../../server/reply.js';

interface DescribedFailure {
  readonly code: string;
  readonly when: string;
  /** An example of the message. */
  readonly message: string;
  /** An example of the issues. */
  readonly issues?: readonly Issue[];
}

const failures: Readonly<Record<number, DescribedFailure>> = {
  400: {
    code: 'invalid_parameter',
    when: 'A parameter or field is missing, malformed or out of range',
    message: 'listedDevices[2].address: expected an IPv4 or IPv6 address or CIDR range',
    issues: [{ path: 'listedDevices[2].address', expected: 'an IPv4 or IPv6 address or CIDR range' }],
  },
  401: { code: 'unauthorized', when: 'No operator is signed in', message: 'an operator must be signed in' },
  403: {
    code: 'forbidden',
    when: "The operator's role is too low, or the request comes from a page of another origin",
    message: 'this requires the role admin',
  },
  404: { code: 'not_found', when: 'There is no such record', message: 'there is no studio "studio-9"' },
  409: {
    code: 'conflict',
    when: "The change conflicts with existing data, or the studio's service is too old to answer",
    message: 'a device named "Panel" is already on the list',
  },
  412: {
    code: 'changed_meanwhile',
    when: "`If-Match` doesn't match: the resource was changed meanwhile, and this call changed nothing",
    message: 'these settings have been changed in the meantime: reload them and try again',
  },
  429: {
    code: 'too_many_attempts',
    when: 'Too many sign-ins have failed; `Retry-After` is the wait, in seconds',
    message: 'too many failed sign-ins: wait 5 seconds',
  },
  500: { code: 'internal_error', when: 'An unexpected error occurred', message: 'an unexpected error occurred' },
  503: {
    code: 'unavailable',
    when: "The console's database or the studio's service can't be reached, or too many sign-ins are being checked",
    message: "the console's database can't be reached; try again soon",
  },
};

type AnyEndpoint = Pick<Endpoint<never>, 'intent' | 'body' | 'path' | 'parameters' | 'rechecks'>;

const hasPathParameters = ({ parameters }: AnyEndpoint): boolean => Object.keys(parameters.path).length > 0;
const isChange = ({ intent }: AnyEndpoint): boolean => intent !== 'read';

/** Which endpoints can respond with a status. Every endpoint can respond with a status that is not listed. */
const applies: Readonly<Record<number, (endpoint: AnyEndpoint) => boolean>> = {
  404: hasPathParameters,
  // What a studio's service is asked for takes long, and a service of an earlier version can't answer.
  409: (endpoint) => isChange(endpoint) || endpoint.rechecks,
  412: (endpoint) => isChange(endpoint) && hasPathParameters(endpoint),
};

const entries = Object.entries(failures).map(([status, described]) => [Number(status), described] as const);

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'string', pattern: '^[0-9]+$' } } };

/** The schemas of failures. */
export const consoleFailureSchemas: Readonly<Record<string, Schema>> = {
  Failure: failureSchema(
    entries.map(([, { code }]) => code),
    'Why a call was refused, or what went wrong',
    {
      issues: issuesProperty,
      sessionEnded: {
        type: 'string',
        enum: ['idle', 'expired'],
        description: 'With 401, why the session of the request has ended; left out if it had none',
      },
      passwordChange: {
        type: 'string',
        enum: ['required'],
        description: 'With 403: the operator has to choose another password with `PUT /api/session/password` first',
      },
      secondFactor: {
        type: 'string',
        enum: ['code', 'enrolment'],
        description:
          'What is missing of the second factor: with 401, the field `code` of the sign-in; with 403, the set-up',
      },
    },
  ),
};

/** The responses of failures. */
export const consoleFailureResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  entries.map(([status, { when, ...failed }]) => [
    responseName(status),
    {
      description: `\`${failed.code}\`: ${when}`,
      ...(status === 429 ? { headers: retryAfter } : {}),
      content: {
        'application/json': {
          schema: { ...reference('schemas', 'Failure'), properties: { error: { const: failed.code } } },
          example: failureBody(failed),
        },
      },
    },
  ]),
);

/** Returns the failure responses of an endpoint. */
export const consoleFailuresOf = (endpoint: AnyEndpoint): Schema =>
  failuresWith(entries.map(([status]) => status).filter((status) => applies[status]?.(endpoint) ?? true));
