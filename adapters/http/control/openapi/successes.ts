// OpenAPI responses of successes, per response format.
import * as t from 'io-ts';
import type { Operation } from '../../../../application/api/operation.js';
import { optional, someText, type Codecs } from '../../../../application/api/parameters.js';
import { described } from '../../../../domain/codec/codec.js';
import { dryRunFields } from '../../../../domain/dry-run.js';
import { exampleOf } from '../../server/openapi/example.js';
import { jsonContent } from '../../server/openapi/operation.js';
import { objectSchema, reference, type Schema, type Schemas } from '../../server/openapi/schema.js';
import { jsonFormat, plainFormat, eventStreamFormat, type ResponseFormat } from '../response-format.js';
import { asyncApiJsonFormat, openApiJsonFormat, htmlPageFormat, pictureFormat } from '../raw-responses.js';
import { actionHeader, actionSchemas } from './action-id.js';
import { streamContent, streamDescription } from './events.js';
import { fieldsSchema } from './fields.js';

type AnyOperation = Operation<never>;

/** How the routes of one response format are described. */
export interface SuccessResponses {
  /** Suffix of the operation ids. */
  readonly suffix: string;
  readonly failures: 'json' | 'plain';
  /** Query parameters of the format itself. */
  readonly parameters: Codecs;
  /** Request headers that the format reads. */
  readonly headers?: Codecs;
  readonly describe: (operation: AnyOperation) => string;
  readonly success: (operation: AnyOperation, schemas: Schemas) => Schema;
  /** Response to an action with `wait=0`. */
  readonly accepted: (operation: AnyOperation, schemas: Schemas) => Schema;
  /** Headers of the response. */
  readonly ownHeaders?: Schema;
  /** Further responses by status. */
  readonly further?: Schema;
}

const isAction = ({ access }: AnyOperation): boolean => access === 'control';

const constant = (value: unknown): Schema => ({ type: typeof value, const: value });

const actionFields = ({ name }: AnyOperation): Readonly<Record<string, Schema>> => ({
  operation: constant(name),
  action: reference('schemas', 'ActionId'),
});

const allRequired = (properties: Readonly<Record<string, Schema>>): Schema =>
  objectSchema(properties, Object.keys(properties));

const knownComponents = (schemas: Schemas): Readonly<Record<string, Schema>> => ({
  ...schemas.components(),
  ...actionSchemas,
});

/** The answer to a dry run of an action. */
const DryRunAnswer = t.readonly(t.type({ ok: t.literal(true), ...dryRunFields }), 'DryRun');

const jsonSuccess = (operation: AnyOperation, schemas: Schemas): Schema => {
  const ok = { ok: constant(true) };
  if (!isAction(operation)) return jsonContent(fieldsSchema(operation.result, schemas, ok), knownComponents(schemas));
  const acknowledged = fieldsSchema(operation.result, schemas, { ...ok, ...actionFields(operation) });
  const schema = { anyOf: [acknowledged, schemas.of(DryRunAnswer)] };
  return { 'application/json': { schema, example: exampleOf(acknowledged, knownComponents(schemas)) } };
};

const jsonAccepted = (operation: AnyOperation, schemas: Schemas): Schema =>
  jsonContent(
    allRequired({ ok: constant(true), accepted: constant(true), ...actionFields(operation) }),
    knownComponents(schemas),
  );

const jsonDescription = (operation: AnyOperation): string =>
  isAction(operation)
    ? 'An action. GET and POST do the same. It is answered when the device has acknowledged it.'
    : 'A read. It changes nothing.';

/** Fields that all JSON routes share. */
const jsonDefaults: Pick<SuccessResponses, 'suffix' | 'failures' | 'parameters' | 'accepted'> = {
  suffix: '',
  failures: 'json',
  parameters: {},
  accepted: jsonAccepted,
};

const plainText = (schema: Schema, schemas: Schemas): Schema => ({
  'text/plain': { schema, example: exampleOf(schema, knownComponents(schemas)) },
});

const plainSuccess = ({ plainForm }: AnyOperation, schemas: Schemas): Schema =>
  plainText({ anyOf: [schemas.of(plainForm), reference('schemas', 'PlainFailure')] }, schemas);

const soft = described(optional(someText), {
  description:
    'With `1`, failures other than 401 are returned with status 200, for panels that disconnect at the first error',
  examples: ['1'],
});

const lastEventId = described(optional(someText), {
  description: 'The id of the last received event; the stream continues after it',
  examples: ['3f8a91c2-42'],
});

const ignoredParameters: Schema = { 'X-Ignored-Parameters': reference('headers', 'IgnoredParameters') };

const entityTag: Schema = {
  ETag: { description: 'Changes with the picture', required: true, schema: { type: 'string' } },
};

const ifNoneMatch = described(optional(someText), {
  description: 'The `ETag` of the picture that the caller has; if it is still right, the answer is 304 without a body',
  examples: ['"4f1d…"'],
});

const documentSchema = (kind: string, fields: Readonly<Record<string, Schema>>): Schema => ({
  ...allRequired({ ...fields, info: { type: 'object' } }),
  description: kind,
  additionalProperties: true,
});

const openApiDocumentSchema = documentSchema('An OpenAPI 3.1 document', {
  openapi: { type: 'string', examples: ['3.1.0'] },
  paths: { type: 'object' },
});

const asyncApiDocumentSchema = documentSchema('An AsyncAPI 3.0 document', {
  asyncapi: { type: 'string', examples: ['3.0.0'] },
  channels: { type: 'object' },
});

/** Descriptions per response format. Routes of other formats are not in the document. */
export const successResponses: ReadonlyMap<ResponseFormat, SuccessResponses> = new Map<
  ResponseFormat,
  SuccessResponses
>([
  [jsonFormat, { ...jsonDefaults, describe: jsonDescription, success: jsonSuccess }],
  [
    eventStreamFormat,
    {
      ...jsonDefaults,
      headers: { 'Last-Event-ID': lastEventId },
      describe: () => streamDescription,
      success: () => streamContent,
    },
  ],
  [
    openApiJsonFormat,
    {
      ...jsonDefaults,
      describe: () => 'This document. It contains only the features that are switched on.',
      success: (_, schemas) => jsonContent(openApiDocumentSchema, knownComponents(schemas)),
    },
  ],
  [
    asyncApiJsonFormat,
    {
      ...jsonDefaults,
      describe: () => 'Describes each type of event, with an example. It contains only the events that may be read.',
      success: (_, schemas) => jsonContent(asyncApiDocumentSchema, knownComponents(schemas)),
    },
  ],
  [
    htmlPageFormat,
    {
      ...jsonDefaults,
      describe: () => 'The reference page, generated from this document.',
      success: () => ({ 'text/html': { schema: { type: 'string' } } }),
    },
  ],
  [
    pictureFormat,
    {
      ...jsonDefaults,
      headers: { 'If-None-Match': ifNoneMatch },
      describe: () =>
        'A PNG picture, for devices that show only pictures: a full red disc on air, a green ring when it is about to be, a ' +
        'dark disc when it is neither, a thin grey circle while this is unknown.',
      success: () => ({ 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } }),
      ownHeaders: entityTag,
      further: {
        304: { description: 'The caller has the picture already', headers: { ...ignoredParameters, ...entityTag } },
      },
    },
  ],
  [
    plainFormat,
    {
      suffix: '.plain',
      failures: 'plain',
      parameters: { soft },
      describe: ({ name }) => `The plain twin of \`${name}\`: one text value, for panels that cannot read JSON.`,
      success: plainSuccess,
      accepted: (_, schemas) => plainText({ type: 'string', const: 'OK' }, schemas),
    },
  ],
]);

/** Returns the headers of a response; those to actions that are not dry runs contain the action id. */
export const headersOf = (operation: AnyOperation, action: Schema = actionHeader, own: Schema = {}): Schema => ({
  headers: { ...(isAction(operation) ? action : {}), ...ignoredParameters, ...own },
});
