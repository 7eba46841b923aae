// Describes failures in OpenAPI documents: their schema, and a response for each status.
import { maxReportedIssues } from '../../../../domain/codec/issues.js';
import { statusText } from '../status-text.js';
import { objectSchema, reference, type Schema } from './schema.js';

/** Returns the schema of failures with these codes. */
export const failureSchema = (
  codes: readonly string[],
  description: string,
  more: Readonly<Record<string, Schema>> = {},
): Schema => ({
  ...objectSchema(
    {
      ok: { type: 'boolean', const: false },
      error: { type: 'string', enum: codes, description: 'The error code, for programs' },
      message: { type: 'string', description: 'The error message, for people' },
      ...more,
    },
    ['ok', 'error', 'message'],
  ),
  description,
});

/** The property `issues` of failures that name what is wrong with each field. */
export const issuesProperty: Schema = {
  type: 'array',
  description: 'What is wrong, each at its field; left out if the failure has no fields',
  maxItems: maxReportedIssues,
  items: objectSchema(
    {
      path: { type: 'string', description: 'The field, such as `listedDevices[2].address`; empty for the whole body' },
      expected: { type: 'string', description: 'What was expected there' },
      got: { type: 'string', description: 'What was sent instead; left out if it may be a secret' },
      suggestion: { type: 'string', description: 'How to mend it' },
    },
    ['path', 'expected'],
  ),
};

/** Returns the name of the response of a status, such as `NotFound`. */
export const responseName = (status: number): string => statusText(status).replaceAll(' ', '');

/** Returns the references to the responses of statuses. */
export const failuresWith = (statuses: readonly number[], prefix = ''): Schema =>
  Object.fromEntries(statuses.map((status) => [status, reference('responses', prefix + responseName(status))]));
