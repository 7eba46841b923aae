// The OpenAPI document of the simulator's steering API, derived from its operations.
import type * as t from 'io-ts';
import { driverGrades, type DriverGrade } from '../../../application/connections/connection-driver.js';
import { anyText, optional, type Codecs } from '../../../application/api/parameters.js';
import { described } from '../../../domain/codec/codec.js';
import { composeOpenApiDocument, pathsOf, type OpenApiDocument } from '../server/openapi/document.js';
import { failureSchema, failuresWith, issuesProperty, responseName } from '../server/openapi/failures.js';
import { failureBody } from '../server/reply.js';
import { describeOperation, jsonContent, type DescribedOperation } from '../server/openapi/operation.js';
import { objectSchema, reference, schemas, type Schema, type Schemas } from '../server/openapi/schema.js';
import { operationStatuses } from '../server/guarded-server.js';

/** What describes an operation. Its path is below that of the API. */
export interface SteeringDescription {
  readonly name: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: Codecs;
  readonly query: Codecs;
  readonly body: t.Mixed | null;
  readonly result: t.Mixed;
}

/** The API: where it is, its operations, and the codecs of the events of its stream. */
export interface SteeringApi {
  readonly base: string;
  readonly operations: readonly SteeringDescription[];
  readonly events: Readonly<Record<'snapshot' | 'changes', t.Mixed>>;
  /** The grades of the drivers of real equipment, by their protocols. */
  readonly grades: Readonly<Record<string, DriverGrade>>;
}

const introduction = `Steers a simulated studio: the states and faults of its devices, its clock, its command log, and calls of
its service as panels make them.

The API needs no credentials. It is only for development: the simulator listens on loopback unless \`SIMULATOR_HOST\` is set, and
refuses requests from pages of other sites. Bodies are \`application/json\`.`;

/** Returns the paragraph about the drivers: what is tried here with simulated devices works on real ones as well as this says. */
const aboutDrivers = (grades: SteeringApi['grades']): string => {
  const listed = driverGrades.flatMap((grade) => {
    const protocols = Object.keys(grades).filter((protocol) => grades[protocol] === grade);
    return protocols.length === 0 ? [] : [`*${grade}*: ${protocols.sort().join(', ')}`];
  });
  return `The drivers of real equipment have grades (docs/grades.md). ${listed.join('. ')}.`;
};

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
  client: 'The virtual client, as whom the panels and displays on the page call the service',
  studio: 'The whole studio',
  service: 'The service on the studio',
  snapshot: 'Snapshots of the whole studio',
  event: 'An event stream of changes',
  document: 'This document',
};

/** The codes of described responses. Every path answers `method_not_allowed` to methods that it doesn't have. */
type Code = Exclude<keyof typeof operationStatuses, 'method_not_allowed'>;

const whens: Readonly<Record<Code, string>> = {
  invalid_parameter: 'A parameter or a field of the body is missing, unknown, malformed or out of range',
  forbidden: 'The request comes from a page of another site, or names another host',
  not_found: 'There is no such device',
  conflict: 'The studio, the device or the clock cannot do that',
};

const failureResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(whens).map(([code, description]) => [
    responseName(operationStatuses[code as Code]),
    {
      description,
      content: {
        'application/json': {
          schema: reference('schemas', 'Failure'),
          example: failureBody({ code, message: description.toLowerCase() }),
        },
      },
    },
  ]),
);

const failuresOf = ({ parameters, body, method }: SteeringDescription): Schema => {
  const codes: readonly Code[] = [
    'invalid_parameter',
    'forbidden',
    ...('id' in parameters ? (['not_found'] as const) : []),
    ...(body !== null || method !== 'GET' ? (['conflict'] as const) : []),
  ];
  return failuresWith(codes.map((code) => operationStatuses[code]));
};

/** The schema of a success: the result with `ok`. */
const successSchema = (result: t.Mixed, made: Schemas): Schema => {
  const { properties, required } = made.of(result);
  return objectSchema({ ok: { type: 'boolean', const: true }, ...(properties as Record<string, Schema> | undefined) }, [
    'ok',
    ...((required as readonly string[] | undefined) ?? []),
  ]);
};

const describe = (base: string, operation: SteeringDescription, made: Schemas): DescribedOperation => {
  const { name, summary, method, path, parameters, query, body, result } = operation;
  return {
    name,
    summary,
    method,
    path: base + path,
    parameters: { path: parameters, query },
    body,
    responses: () => ({
      200: { description: summary, content: jsonContent(successSchema(result, made), made.components()) },
      ...failuresOf(operation),
    }),
  };
};

const eventItem = (event: string, codec: t.Mixed, made: Schemas): Schema =>
  objectSchema({ id: { type: 'string' }, event: { type: 'string', const: event }, data: made.of(codec) }, [
    'id',
    'event',
    'data',
  ]);

const lastEventId = described(optional(anyText), {
  description: 'The id of the last event that was received; the stream continues after it',
});

/** Only the guard refuses a read without parameters. */
const forbidden = failuresWith([403]);

const streamSchema = ({ events }: SteeringApi, made: Schemas): Schema => {
  const items = { anyOf: Object.entries(events).map(([event, codec]) => eventItem(event, codec, made)) };
  return { type: 'string', contentMediaType: 'text/event-stream', contentSchema: { type: 'array', items } };
};

const streamOf = (api: SteeringApi, made: Schemas): DescribedOperation => ({
  name: 'event.follow',
  summary: 'Follow every change of the studio',
  description: streamDescription,
  method: 'GET',
  path: `${api.base}/events`,
  parameters: { header: { 'Last-Event-ID': lastEventId } },
  responses: () => ({
    200: { description: 'The stream', content: { 'text/event-stream': { schema: streamSchema(api, made) } } },
    ...forbidden,
  }),
});

const documentOf = ({ base }: SteeringApi): DescribedOperation => ({
  name: 'document.get',
  summary: 'Get this document',
  method: 'GET',
  path: `${base}/openapi.json`,
  responses: () => ({
    200: { description: 'The document', content: { 'application/json': { schema: { type: 'object' } } } },
    ...forbidden,
  }),
});

/** Returns the document of the steering API. */
export const steeringDocument = (api: SteeringApi, version: string): OpenApiDocument => {
  const made = schemas();
  const operations = api.operations.map((operation) => describe(api.base, operation, made));
  const failure = failureSchema([...Object.keys(operationStatuses), 'internal_error'], 'Why a call was refused', {
    issues: issuesProperty,
  });
  const all = [...operations, streamOf(api, made), documentOf(api)];
  const paths = pathsOf(all.map((operation) => describeOperation(operation, made)));
  return composeOpenApiDocument({
    title: 'Studio Control simulator',
    version,
    description: `${introduction}\n\n${aboutDrivers(api.grades)}`,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [],
    paths,
    components: { schemas: { ...made.components(), Failure: failure }, responses: failureResponses },
  });
};
