// The OpenAPI document of the simulator's steering API, derived from its operations.
import { composeOpenApiDocument, pathsOf, type OpenApiDocument } from '../../adapters/http/server/openapi/document.js';
import { exampleOf } from '../../adapters/http/server/openapi/example.js';
import { parametersOf, pathTemplate } from '../../adapters/http/server/openapi/parameters.js';
import {
  objectSchema,
  reference,
  schemas,
  type Schema,
  type Schemas,
} from '../../adapters/http/server/openapi/schema.js';
import { apiBase } from '../../simulator/api/base.js';
import type { OperationDescription } from '../../simulator/api/operation.js';
import { ChangesEvent, SnapshotEvent } from '../../simulator/api/records.js';
import { steeringStatuses } from './operation-routes.js';
import { statusText } from '../../adapters/http/server/status-text.js';

const introduction = `Steers a simulated studio: the states and faults of its devices, its clock, its command log, and calls of
its service as panels make them.

The API needs no credentials. It is only for development: the simulator listens on loopback unless \`SIMULATOR_HOST\` is set, and
refuses requests from pages of other sites. Bodies are \`application/json\`.`;

const streamDescription = `Server-sent events, each with \`id\`, \`event\` and JSON \`data\`. The first event is \`snapshot\` (schema
\`SnapshotEvent\`). Then \`changes\` (schema \`ChangesEvent\`) has what changed, at most every 100 ms. The id of the last event, sent as
\`Last-Event-ID\`, continues the stream after it. A comment every 15 s is the heartbeat.`;

const tags: Readonly<Record<string, string>> = {
  device: 'The devices, their states and their faults',
  script: 'Faults over time',
  clock: "The studio's clock",
  command: 'The commands that the devices received',
  station: 'The station that holds the studio',
  call: 'Calls of the service as panels make them',
  studio: 'The whole studio',
  service: 'The service on the studio',
  snapshot: 'Snapshots of the whole studio',
  event: 'An event stream of changes',
  document: 'This document',
};

/** The codes of described responses. Every path answers `method_not_allowed` to methods that it doesn't have. */
type Code = Exclude<keyof typeof steeringStatuses, 'method_not_allowed'>;

const whens: Readonly<Record<Code, string>> = {
  invalid_parameter: 'A parameter or a field of the body is missing, unknown, malformed or out of range',
  forbidden: 'The request comes from a page of another site, or names another host',
  not_found: 'There is no such device',
  conflict: 'The studio, the device or the clock cannot do that',
};

const failureSchema: Schema = {
  ...objectSchema(
    {
      ok: { type: 'boolean', const: false },
      error: { type: 'string', enum: [...Object.keys(steeringStatuses), 'internal_error'] },
      message: { type: 'string', description: 'What was wrong and what was expected, for people' },
    },
    ['ok', 'error', 'message'],
  ),
  description: 'Why a call was refused',
};

const responseName = (status: number): string => statusText(status).replaceAll(' ', '');

const failureResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(whens).map(([code, description]) => [
    responseName(steeringStatuses[code as Code]),
    {
      description,
      content: {
        'application/json': {
          schema: reference('schemas', 'Failure'),
          example: { ok: false, error: code, message: description.toLowerCase() },
        },
      },
    },
  ]),
);

const failuresOf = ({ parameters, body, method }: OperationDescription): Schema => {
  const codes: readonly Code[] = [
    'invalid_parameter',
    'forbidden',
    ...('id' in parameters ? (['not_found'] as const) : []),
    ...(body !== null || method !== 'GET' ? (['conflict'] as const) : []),
  ];
  return Object.fromEntries(
    codes.map((code) => [steeringStatuses[code], reference('responses', responseName(steeringStatuses[code]))]),
  );
};

const json = (schema: Schema, made: Schemas): Schema => ({
  'application/json': { schema, example: exampleOf(schema, made.components()) },
});

/** The schema of a success: the result with `ok`. */
const successSchema = (result: OperationDescription['result'], made: Schemas): Schema => {
  const { properties, required } = made.of(result);
  return objectSchema({ ok: { type: 'boolean', const: true }, ...(properties as Record<string, Schema> | undefined) }, [
    'ok',
    ...((required as readonly string[] | undefined) ?? []),
  ]);
};

const describe = (operation: OperationDescription, made: Schemas): Schema => {
  const { name, summary, parameters, query, body, result } = operation;
  return {
    operationId: name,
    summary,
    tags: [name.split('.', 1)[0]],
    parameters: [...parametersOf('path', parameters, made), ...parametersOf('query', query, made)],
    ...(body !== null && { requestBody: { required: true, content: json(made.of(body), made) } }),
    responses: {
      200: { description: summary, content: json(successSchema(result, made), made) },
      ...failuresOf(operation),
    },
  };
};

const forbidden = { 403: reference('responses', responseName(403)) };

const eventItem = (event: string, name: string): Schema =>
  objectSchema({ id: { type: 'string' }, event: { type: 'string', const: event }, data: reference('schemas', name) }, [
    'id',
    'event',
    'data',
  ]);

const streamSchema: Schema = {
  type: 'string',
  contentMediaType: 'text/event-stream',
  contentSchema: {
    type: 'array',
    items: { anyOf: [eventItem('snapshot', 'SnapshotEvent'), eventItem('changes', 'ChangesEvent')] },
  },
};

const stream: Schema = {
  operationId: 'event.follow',
  summary: 'Follow every change of the studio',
  description: streamDescription,
  tags: ['event'],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The id of the last event that was received; the stream continues after it',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: streamSchema } } },
    ...forbidden,
  },
};

const document: Schema = {
  operationId: 'document.get',
  summary: 'Get this document',
  tags: ['document'],
  responses: {
    200: { description: 'The document', content: { 'application/json': { schema: { type: 'object' } } } },
    ...forbidden,
  },
};

/** Returns the document of the steering API. */
export const steeringDocument = (operations: readonly OperationDescription[], version: string): OpenApiDocument => {
  const made = schemas();
  const described = operations.map(
    (operation) => [pathTemplate(apiBase + operation.path), operation.method, describe(operation, made)] as const,
  );
  for (const event of [SnapshotEvent, ChangesEvent]) made.of(event);
  return composeOpenApiDocument({
    title: 'Studio Control simulator',
    version,
    description: introduction,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [],
    paths: pathsOf([...described, [`${apiBase}/events`, 'GET', stream], [`${apiBase}/openapi.json`, 'GET', document]]),
    components: { schemas: { ...made.components(), Failure: failureSchema }, responses: failureResponses },
  });
};
