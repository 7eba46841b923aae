// What the document tells of successes, face by face.
import type * as t from 'io-ts';
import type { Operation } from '../../../../application/api/operation.js';
import { optional, someText } from '../../../../application/api/parameters.js';
import { sourceNames } from '../../../../application/events/sources.js';
import { described } from '../../../../domain/codec/codec.js';
import { exampleOf } from '../../server/openapi/example.js';
import { objectSchema, reference, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { json, plain, streamed, type ResponseFormat } from '../response-format.js';
import { openApiJson, page } from '../raw-responses.js';
import { actionHeader, actionSchemas } from './action-id.js';

type AnyOperation = Operation<never>;

/** How a face's routes are described. */
export interface SuccessResponses {
  /** Ends the names of its operations. */
  readonly suffix: string;
  readonly failures: 'json' | 'plain';
  /** Query parameters of the face itself. */
  readonly parameters: Readonly<Record<string, t.Mixed>>;
  /** Headers that the face reads. */
  readonly headers?: Readonly<Record<string, t.Mixed>>;
  readonly describe: (operation: AnyOperation) => string;
  readonly success: (operation: AnyOperation, schemas: Schemas) => Schema;
  /** An action that nobody waits for. */
  readonly accepted: (operation: AnyOperation, schemas: Schemas) => Schema;
}

const isAction = ({ access }: AnyOperation): boolean => access === 'control';

const constant = (value: unknown): Schema => ({ type: typeof value, const: value });

const actionFields = ({ name }: AnyOperation): Readonly<Record<string, Schema>> => ({
  operation: constant(name),
  action: reference('schemas', 'ActionId'),
});

const allRequired = (properties: Readonly<Record<string, Schema>>): Schema =>
  objectSchema(properties, Object.keys(properties));

const known = (schemas: Schemas): Readonly<Record<string, Schema>> => ({ ...schemas.components(), ...actionSchemas });

const jsonContent = (schema: Schema, schemas: Schemas): Schema => ({
  'application/json': { schema, example: exampleOf(schema, known(schemas)) },
});

const resultOf = ({ result }: AnyOperation, { of }: Schemas): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(result).map(([name, codec]) => [name, of(codec)]));

const jsonSuccess = (operation: AnyOperation, schemas: Schemas): Schema => {
  const fields = { ...(isAction(operation) ? actionFields(operation) : {}), ...resultOf(operation, schemas) };
  return jsonContent(allRequired({ ok: constant(true), ...fields }), schemas);
};

const jsonAccepted = (operation: AnyOperation, schemas: Schemas): Schema =>
  jsonContent(allRequired({ ok: constant(true), accepted: constant(true), ...actionFields(operation) }), schemas);

const jsonDescription = (operation: AnyOperation): string =>
  isAction(operation)
    ? 'An action: GET and POST do the same. It is answered once the device has acknowledged it.'
    : 'A read: it changes nothing and is answered at once.';

/** What every JSON route shares. */
const inJson: Pick<SuccessResponses, 'suffix' | 'failures' | 'parameters' | 'accepted'> = {
  ...{ suffix: '', failures: 'json', parameters: {} },
  accepted: jsonAccepted,
};

const plainText = (schema: Schema, schemas: Schemas): Schema => ({
  'text/plain': { schema, example: exampleOf(schema, known(schemas)) },
});

const plainSuccess = ({ plainForm }: AnyOperation, schemas: Schemas): Schema =>
  plainText({ anyOf: [schemas.of(plainForm), reference('schemas', 'PlainFailure')] }, schemas);

const soft = described(optional(someText), {
  description: '`1`: failures other than 401 are answered 200, for panels that hang up at the first error',
  examples: ['1'],
});

const lastEventId = described(optional(someText), {
  description: 'The id of the last event that was seen: the stream goes on after it',
  examples: ['3f8a91c2-42'],
});

const followed = `Server-sent events, each with \`id\`, \`event\` and JSON \`data\`; a comment every 15 s keeps the way open.

An event has the name of the record that has changed, and its data is that record as its own route shows it, beside the
time: \`{ "time": …, "signal": { … } }\`. The records are ${sourceNames.map((name) => `\`${name}\``).join(', ')}. Only
what the caller may read is told; of variables and automations only those of the station whose records it sees.

The event \`reset\` says that the state has to be read anew: at the beginning of a stream (\`reason\` \`begun\`), where
what was missed isn't known any more (\`missed\`), and when what the caller may see has changed (\`changed\`).

A stream ends when its caller isn't let in any more, or leaves too much unread. A device or address has at most 32; one
more is 409.`;

const events: Schema = {
  'text/event-stream': {
    schema: { type: 'string' },
    example:
      'id: 3f8a91c2-42\nevent: signal\ndata: {"time":"2026-01-31T12:00:00.000Z","signal":{"id":"sig-1","identifier":"red-light","name":"Red light","value":true}}\n\n',
  },
};

const openApiDocument: Schema = {
  ...allRequired({
    openapi: { type: 'string', examples: ['3.1.0'] },
    info: { type: 'object' },
    paths: { type: 'object' },
  }),
  description: 'An OpenAPI 3.1 document',
  additionalProperties: true,
};

/** How the routes of each face are described. Other faces are left out of the document. */
export const successResponses: ReadonlyMap<ResponseFormat, SuccessResponses> = new Map<
  ResponseFormat,
  SuccessResponses
>([
  [json, { ...inJson, describe: jsonDescription, success: jsonSuccess }],
  [
    streamed,
    {
      ...inJson,
      ...{ headers: { 'Last-Event-ID': lastEventId }, describe: () => followed, success: () => events },
    },
  ],
  [
    openApiJson,
    {
      ...inJson,
      describe: () => 'This document. It follows the switches: what is switched off is not in it.',
      success: (_, schemas) => jsonContent(openApiDocument, schemas),
    },
  ],
  [
    page,
    {
      ...inJson,
      describe: () => 'The reference for people, made of the machine-readable description.',
      success: () => ({ 'text/html': { schema: { type: 'string' } } }),
    },
  ],
  [
    plain,
    {
      ...{ suffix: '.plain', failures: 'plain', parameters: { soft } },
      describe: ({ name }) => `The plain twin of \`${name}\`: one text value, for panels that can't read JSON.`,
      success: plainSuccess,
      accepted: (_, schemas) => plainText({ type: 'string', const: 'OK' }, schemas),
    },
  ],
]);

/** Every answer to an action names it in a header. */
export const headersOf = (operation: AnyOperation): Schema => (isAction(operation) ? { headers: actionHeader } : {});
