// The comparison of OpenAPI documents: each kind of breaking change gets one line; additions and texts get none.
import { beforeAll, describe, expect, it } from 'vitest';
import { breakingChanges } from './compare-documents.js';

type Json = Record<string, unknown>;

const textParameter = (name: string, required: boolean): Json => ({
  name,
  in: 'query',
  required,
  schema: { type: 'string' },
});

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

const signalSchema: Json = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    value: { type: 'boolean' },
    mode: { type: 'string', enum: ['on', 'off'] },
    note: { type: 'string' },
  },
  required: ['id', 'value', 'mode'],
};

const base = {
  openapi: '3.1.0',
  info: { title: 'Signals', version: '1' },
  security: [{ bearer: [] }, { basic: [] }],
  paths: {
    '/signals': {
      get: {
        parameters: [
          textParameter('filter', false),
          { ...textParameter('limit', false), schema: { enum: ['1', '2'] } },
        ],
        responses: {
          200: { description: 'Signals', content: jsonContent({ $ref: '#/components/schemas/Signal' }) },
          404: { description: 'None' },
        },
      },
      post: {
        requestBody: {
          content: jsonContent({
            type: 'object',
            properties: { name: { type: 'string', enum: ['a', 'b'] }, note: { type: 'string' } },
            required: ['name'],
          }),
        },
        responses: { 200: { description: 'Created' } },
      },
    },
    '/health': { get: { security: [], responses: { 200: { description: 'Healthy' } } } },
  },
  components: {
    schemas: { Signal: signalSchema },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } },
  },
};

/** Returns the value at `keys`, whose last key is left for the change. */
const at = (document: unknown, keys: readonly (string | number)[]): Json =>
  keys.reduce((value: unknown, key) => (value as Json)[key], document) as Json;

type Keys = readonly [...parents: (string | number)[], key: string | number];

/** Returns a copy of the base document with one value replaced, or removed when `value` is undefined. */
const changed = (keys: Keys, value?: unknown): object => {
  const document = structuredClone(base);
  const parent = at(document, keys.slice(0, -1));
  const key = String(keys.at(-1));
  if (value === undefined) Reflect.deleteProperty(parent, key);
  else parent[key] = value;
  return document;
};

const list = ['paths', '/signals', 'get'] as const;
const body = ['paths', '/signals', 'post', 'requestBody', 'content', 'application/json', 'schema'] as const;
const signal = ['components', 'schemas', 'Signal'] as const;

const breaking: readonly (readonly [string, object, RegExp])[] = [
  ['a removed path', changed(['paths', '/health']), /^\/health: Path .* removed/],
  ['a removed method', changed(['paths', '/signals', 'post']), /^POST \/signals: Operation .* removed/],
  ['a removed status', changed([...list, 'responses', '404']), /^GET \/signals responses\/404: Response .* removed/],
  [
    'a removed media type',
    changed([...list, 'responses', '200', 'content'], { 'text/plain': { schema: { type: 'string' } } }),
    /^GET \/signals responses\/200.*application\/json.*removed/,
  ],
  [
    'a removed response field',
    changed([...signal, 'properties', 'note']),
    /^GET \/signals responses\/200.*: Property `note` .* removed/,
  ],
  [
    'a response field that is no longer required',
    changed([...signal, 'required'], ['id', 'mode']),
    /^GET \/signals responses\/200.*: .*no longer required: `value`/,
  ],
  [
    'a changed type of a response field',
    changed([...signal, 'properties', 'value', 'type'], 'string'),
    /^GET \/signals responses\/200.*: Type of `value` .*'boolean' to 'string'/,
  ],
  [
    'a response field that may be null',
    changed([...signal, 'properties', 'value', 'type'], ['boolean', 'null']),
    /^GET \/signals responses\/200.*: Type of `value`/,
  ],
  [
    'an enum of a response with a new value',
    changed([...signal, 'properties', 'mode', 'enum'], ['on', 'off', 'auto']),
    /^GET \/signals responses\/200.*: Enum of `mode` gained values: 'auto'/,
  ],
  [
    'a removed parameter',
    changed([...list, 'parameters'], [at(base, [...list, 'parameters', 1])]),
    /^GET \/signals parameters\/0: `filter` query parameter was removed/,
  ],
  [
    'a parameter that is now required',
    changed([...list, 'parameters', 0, 'required'], true),
    /^GET \/signals parameters\/0: .*`filter`.* required/,
  ],
  [
    'a new required parameter',
    changed([...list, 'parameters', 2], textParameter('station', true)),
    /^GET \/signals parameters\/2: Required `station` query parameter was added/,
  ],
  [
    'an enum of a parameter without an earlier value',
    changed([...list, 'parameters', 1, 'schema', 'enum'], ['1']),
    /^GET \/signals parameters\/1.*: Enum lost values: '2'/,
  ],
  [
    'a changed type of a parameter',
    changed([...list, 'parameters', 0, 'schema', 'type'], 'integer'),
    /^GET \/signals parameters\/0.*: Type .*'string' to 'integer'/,
  ],
  [
    'a new required field of a request body',
    changed([...body, 'required'], ['name', 'note']),
    /^POST \/signals requestBody.*required.*`note`/,
  ],
  [
    'an enum of a request body without an earlier value',
    changed([...body, 'properties', 'name', 'enum'], ['a']),
    /^POST \/signals requestBody.*: Enum of `name` lost values: 'b'/,
  ],
  [
    'authentication on a public operation',
    changed(['paths', '/health', 'get', 'security'], [{ bearer: [] }]),
    /^GET \/health.*Authentication became required/,
  ],
];

const breakingForAll: readonly (readonly [string, object, RegExp])[] = [
  ['a removed alternative of authentication', changed(['security'], [{ bearer: [] }]), /basic|security|Authentication/],
  [
    'a removed security scheme',
    changed(['components', 'securitySchemes', 'basic', 'scheme'], 'digest'),
    /basic|security/i,
  ],
];

const compatible: readonly (readonly [string, object])[] = [
  ['no change', base],
  ['a new path', changed(['paths', '/about'], { get: { responses: { 200: { description: 'About' } } } })],
  ['a new method', changed(['paths', '/health', 'post'], { responses: { 200: { description: 'Healthy' } } })],
  ['a new optional parameter', changed([...list, 'parameters', 2], textParameter('station', false))],
  ['a new response field', changed([...signal, 'properties', 'colour'], { type: 'string' })],
  ['a new value of a parameter', changed([...list, 'parameters', 1, 'schema', 'enum'], ['1', '2', '3'])],
  ['a new optional field of a request body', changed([...body, 'properties', 'colour'], { type: 'string' })],
  ['another text', changed([...list, 'responses', '200', 'description'], 'All signals')],
];

/** Returns a document whose paths and schemas have names of their own: `/signals` becomes `/3/signals`. */
const renamed = (document: object, at: number): typeof base =>
  JSON.parse(
    JSON.stringify(document)
      .replaceAll('"/', `"/${String(at)}/`)
      .replaceAll('/Signal"', `/Signal${String(at)}"`)
      .replaceAll('"Signal":', `"Signal${String(at)}":`),
  ) as typeof base;

/** Unites documents in one: each comparison starts the tool, which takes longer than what it compares. */
const united = (documents: readonly object[]): object => {
  const parts = documents.map(renamed);
  return {
    ...base,
    paths: Object.fromEntries(parts.flatMap(({ paths }) => Object.entries(paths))),
    components: {
      ...base.components,
      schemas: Object.fromEntries(parts.flatMap(({ components }) => Object.entries(components.schemas))),
    },
  };
};

describe('the list of breaking changes', () => {
  const revisions = [...breaking, ...compatible].map(([, revision]) => revision);
  let lines: readonly string[];
  beforeAll(async () => {
    lines = await breakingChanges(united(revisions.map(() => base)), united(revisions));
  });

  /** Returns the lines about one of the revisions. */
  const about = (revision: object): readonly string[] => {
    const prefix = `/${String(revisions.indexOf(revision))}/`;
    return lines
      .filter((line) => line.includes(` ${prefix}`) || line.startsWith(prefix))
      .map((line) => line.replaceAll(prefix, '/'));
  };

  it('is about no other path', () => {
    expect(lines).toHaveLength(revisions.flatMap(about).length);
  });

  it.each(breaking)('names %s in one line', (_, revision, line) => {
    expect(about(revision)).toEqual([expect.stringMatching(line)]);
  });

  it.each(compatible)('is empty for %s', (_, revision) => {
    expect(about(revision)).toEqual([]);
  });

  it.concurrent.each(breakingForAll)('names %s in one line', async (_, revision, line) => {
    expect(await breakingChanges(base, revision)).toEqual([expect.stringMatching(line)]);
  });

  it('names each of several changes', async () => {
    const revision = structuredClone(base) as Json;
    Reflect.deleteProperty(at(revision, ['paths']), '/health');
    Reflect.deleteProperty(at(revision, [...signal, 'properties']), 'note');
    expect(await breakingChanges(base, revision)).toHaveLength(2);
  });

  it('cannot be made of something that is no OpenAPI document', async () => {
    await expect(breakingChanges(base, { title: 'none' })).rejects.toThrow();
  });
});
