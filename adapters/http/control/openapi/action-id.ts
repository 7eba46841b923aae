// OpenAPI components of action ids.
import { reference, type Schema } from '../../server/openapi/schema.js';

/** Schema of the id under which an action is recorded. */
export const actionSchemas: Readonly<Record<string, Schema>> = {
  ActionId: {
    type: 'string',
    minLength: 1,
    maxLength: 36,
    description: 'The id of the action',
    examples: ['0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57'],
  },
};

/** Components of the header that contains the id. */
export const actionHeaders: Readonly<Record<string, Schema>> = {
  ActionId: { description: 'The id of the action', required: true, schema: reference('schemas', 'ActionId') },
  ActionIdUnlessDry: {
    description: 'The id of the action; absent for a dry run',
    schema: reference('schemas', 'ActionId'),
  },
};

/** Components of the headers that help people to find mistakes. */
export const hintHeaders: Readonly<Record<string, Schema>> = {
  IgnoredParameters: {
    description:
      'The names of query parameters that the route does not know, percent-encoded; absent if there are none',
    schema: { type: 'string', examples: ['waits'] },
  },
  ErrorMessage: {
    description: 'The message of the failure, for people. Characters other than ASCII, and `%`, are percent-encoded',
    schema: { type: 'string', examples: ['there is no signal "sig-9"'] },
  },
};

/** Headers of the responses to an action (SHAPE-4). */
export const actionHeader: Schema = { 'X-Action-Id': reference('headers', 'ActionId') };

/** The same for responses that a dry run may get. */
export const actionHeaderUnlessDry: Schema = { 'X-Action-Id': reference('headers', 'ActionIdUnlessDry') };
