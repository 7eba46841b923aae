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

/** Component of the header that contains the id. */
export const actionHeaders: Readonly<Record<string, Schema>> = {
  ActionId: { description: 'The id of the action', required: true, schema: reference('schemas', 'ActionId') },
};

/** Headers of the responses to an action (SHAPE-4). */
export const actionHeader: Schema = { 'X-Action-Id': reference('headers', 'ActionId') };
