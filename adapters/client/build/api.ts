// Writes the types of the API as the client has them: reads, actions, events and records, from the documents of the service.
// Run by `npm run openapi:freeze`, after the documents.
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { format } from 'oxfmt';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JSONSchema;
}

type Content = Readonly<Record<string, { readonly schema: JSONSchema } | undefined>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Methods = Readonly<Partial<Record<'get' | 'post', Operation>>>;

/** The parts of the OpenAPI document that the client is made from. */
export interface CallsDocument {
  readonly paths: Readonly<Record<string, Methods>>;
  readonly components: { readonly schemas: Readonly<Record<string, JSONSchema>> };
}

/** The parts of the AsyncAPI document that the client is made from. */
export interface EventsDocument {
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly name: string; readonly summary: string; readonly payload: JSONSchema }>
    >;
    readonly schemas: Readonly<Record<string, JSONSchema>>;
  };
}

const base = '/api/v2';
const plainBase = `${base}/plain`;

/** What the client sends by itself, or by methods of its own. */
const ownParameters: ReadonlySet<string> = new Set(['wait', 'timeout', 'dry', 'key']);

/** One route that returns records. */
interface Call {
  readonly name: string;
  readonly path: string;
  readonly isAction: boolean;
  readonly schema: JSONSchema;
}

const objectOf = (
  properties: Readonly<Record<string, JSONSchema>>,
  required = Object.keys(properties),
): JSONSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

/** A number, such as that of a clip, or a value of another type needs no quotes. */
const looser = (schema: JSONSchema): JSONSchema => {
  if (schema.type === 'object') return { ...schema, additionalProperties: { type: ['string', 'number', 'boolean'] } };
  return schema.type === 'string' && !schema.enum ? { ...schema, type: ['string', 'number', 'boolean'] } : schema;
};

const parametersOf = (parameters: readonly Parameter[]): JSONSchema => {
  const own = (parameter: Parameter): boolean => parameter.in === 'query' && ownParameters.has(parameter.name);
  const sent = parameters.filter((parameter) => parameter.in !== 'header' && !own(parameter));
  const properties = sent.map(({ name, description = '', schema }): [string, JSONSchema] => [
    name,
    { ...looser(schema), description },
  ]);
  const required = sent.filter((parameter) => parameter.required).map(({ name }) => name);
  if (properties.length === 0) return { tsType: 'Record<string, never>' };
  return objectOf(Object.fromEntries(properties), required);
};

const callOf = (path: string, { get, post }: Methods): readonly Call[] => {
  const operation = post ?? get;
  const schema = operation?.responses['200']?.content?.['application/json']?.schema;
  if (operation === undefined || schema === undefined) return [];
  const result = { additionalProperties: false, ...(schema.anyOf?.[0] ?? schema) };
  const described = objectOf({ parameters: parametersOf(operation.parameters), result });
  const name = operation.operationId.replace(/\.post$/, '');
  const isAction = post !== undefined;
  return [{ name, path: path.slice(base.length), isAction, schema: { ...described, description: operation.summary } }];
};

const callsOf = ({ paths }: CallsDocument): readonly Call[] =>
  Object.entries(paths)
    .filter(([path]) => !path.startsWith(plainBase) && !path.endsWith('.json'))
    .flatMap(([path, methods]) => callOf(path, methods));

const namedSchemas = (calls: readonly Call[]): JSONSchema =>
  objectOf(Object.fromEntries(calls.map(({ name, schema }) => [name, schema])));

const eventsOf = ({ components: { messages } }: EventsDocument): JSONSchema =>
  objectOf(
    Object.fromEntries(
      Object.values(messages).map(({ name, summary, payload }) => [
        name,
        { additionalProperties: false, ...payload, description: summary },
      ]),
    ),
  );

const errorCodes = ({ components }: CallsDocument): JSONSchema =>
  components.schemas['Failure']?.properties?.['error'] ?? {};

/** The compiler finds references below `definitions`. */
const withDefinitions = (schema: JSONSchema): JSONSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/')) as JSONSchema;

const heading = `// The reads, actions, events and records of the device-control API, made from its documents (\`npm run openapi:freeze\`).
`;

/** Returns the source of the types, and of the table of paths. */
export const apiSource = async (calls: CallsDocument, events: EventsDocument): Promise<string> => {
  const all = callsOf(calls);
  const parts = {
    Reads: namedSchemas(all.filter(({ isAction }) => !isAction)),
    Actions: namedSchemas(all.filter(({ isAction }) => isAction)),
    Events: eventsOf(events),
    ErrorCode: errorCodes(calls),
  };
  const definitions = { ...calls.components.schemas, ...events.components.schemas, ...parts };
  const root = objectOf(
    Object.fromEntries([...Object.keys(parts), 'DryRun'].map((name) => [name, { $ref: `#/definitions/${name}` }])),
  );
  const types = await compile(withDefinitions({ ...root, definitions }), 'Api', {
    bannerComment: heading,
    additionalProperties: false,
    format: false,
  });
  const written = types.replaceAll(/\b[A-Za-z]{1,40}\[\]/g, 'readonly $&');
  const paths = all.map(({ name, path }) => `  '${name}': '${path}',`);
  const table = `/** The path of each read and action, below \`${base}\`. */
export const paths: Readonly<Record<keyof Reads | keyof Actions, string>> = {\n${paths.join('\n')}\n};\n`;
  const { code } = await format('api.ts', `${written}\n${table}`, {
    singleQuote: true,
    printWidth: 120,
  });
  return code;
};
