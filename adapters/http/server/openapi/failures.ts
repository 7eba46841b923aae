// Describes failures in OpenAPI documents: their schema, and a response for each status.
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

/** Returns the name of the response of a status, such as `NotFound`. */
export const responseName = (status: number): string => statusText(status).replaceAll(' ', '');

/** Returns the references to the responses of statuses. */
export const failuresWith = (statuses: readonly number[], prefix = ''): Schema =>
  Object.fromEntries(statuses.map((status) => [status, reference('responses', prefix + responseName(status))]));

/** Returns the body of a failure. */
export const failureBody = (code: string, message: string): Schema => ({ ok: false, error: code, message });
