// Every operation of the catalogue is described completely, and its responses match the description.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { pathTemplate } from '../../adapters/http/server/openapi/operation.js';
import { catalogue } from '../../application/operations/catalogue.js';
import { countForm } from '../../application/api/plain-forms.js';
import { features } from '../../domain/feature.js';
import { currentControlDocument } from './frozen-documents.js';
import { responseIssues, type ApiDocument } from './response-validator.js';
import { pairedStudio } from '../../features/support/paired-studio.js';
import { startInjectableService, type InjectedResponse, type InjectableService } from './service.js';

const document: ApiDocument = currentControlDocument();

type DescribedOperation = Readonly<Record<string, unknown>> & {
  readonly operationId: string;
  readonly description: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly example?: string;
    readonly schema?: { readonly enum?: readonly string[] };
  }[];
};

const operationsAt = (path: string): Readonly<Record<string, DescribedOperation>> =>
  (document.paths[path] ?? {}) as Readonly<Record<string, DescribedOperation>>;

const described = Object.keys(document.paths).flatMap((path) =>
  Object.entries(operationsAt(path)).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const methodsOf = { read: ['get'], control: ['get', 'post'] } as const;

/** Lists whose plain twin is a text instead of a count. */
const textLists = new Set(['metric.list']);

describe('the document', () => {
  it.each(catalogue.map((operation) => [operation.name, operation] as const))(
    '@OPENAPI-3: describes %s and its twin',
    (_, operation) => {
      const { name, access, tag, admission } = operation;
      for (const [prefix, suffix] of [
        ['/api/v2', ''],
        ['/api/v2/plain', '.plain'],
      ] as const) {
        const methods = operationsAt(prefix + pathTemplate(operation.path));
        expect(Object.keys(methods)).toEqual(methodsOf[access]);
        expect(methods['get']?.operationId).toBe(name + suffix);
        expect(methods['get']?.tags).toEqual([tag ?? 'system']);
        expect(methods['get']?.security).toEqual(admission === 'public' ? [] : undefined);
      }
    },
  );

  it.each(['/api/v2', '/api/v2/openapi.json', '/api/v2/docs'])('@OPENAPI-4: lists %s with System', (path) => {
    expect(operationsAt(path)['get']?.tags).toEqual(['system']);
  });

  it('@OPENAPI-3: lists the features with routes as its tags, in their order, each with a description', () => {
    const tags = document['tags'] as readonly { readonly name: string; readonly description: string }[];
    expect(tags.map(({ name }) => name)).toEqual(features.filter((feature) => feature !== 'legacy'));
    for (const { name, description } of tags) expect(description, name).toMatch(/\S/);
  });

  it('describes no other route, and no legacy route', () => {
    const routePaths = routeTable.flatMap(({ format: face, operations }) =>
      operations.map(({ path }) => pathTemplate(face.prefix + path)),
    );
    expect(described.length).toBeGreaterThan(0);
    expect(described.filter(({ path }) => !routePaths.includes(path))).toEqual([]);
    expect(described.filter(({ path }) => !path.startsWith('/api/v2'))).toEqual([]);
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(catalogue).toHaveLength(new Set(catalogue.map(({ name }) => name)).size);
  });

  it('describes every operation and parameter, with an example of each required parameter', () => {
    expect(described.length).toBeGreaterThan(0);
    for (const { operation } of described) {
      expect(operation.summary).not.toBe('');
      expect(operation.description).not.toBe('');
      for (const parameter of operation.parameters) {
        expect(parameter.description, `${operation.operationId} ${parameter.name}`).toBeTruthy();
        if (parameter.required) expect(parameter.example, `${operation.operationId} ${parameter.name}`).toBeTruthy();
      }
    }
  });

  it('describes a count as the plain form of lists, and of nothing else', () => {
    expect(catalogue.length).toBeGreaterThan(0);
    for (const { result, plainForm, access, name } of catalogue) {
      const [only, ...others] = Object.values(result);
      const isList = access === 'read' && others.length === 0 && only?.name.startsWith('ReadonlyArray') === true;
      expect(plainForm === countForm, name).toBe(isList && !textLists.has(name));
    }
  });
});

describe('the examples', () => {
  const withExamples = described.flatMap(({ path, method, operation }) =>
    Object.entries(
      operation['responses'] as Record<
        string,
        { readonly content?: Record<string, { readonly example?: object | string }> }
      >,
    ).flatMap(([status, { content = {} }]) =>
      Object.entries(content).flatMap(([media, { example }]) =>
        example === undefined ? [] : [{ path, method, status: Number(status), media, example }],
      ),
    ),
  );

  it('match their schemas', () => {
    expect(withExamples.length).toBeGreaterThan(described.length - 1);
    const headers = { 'x-action-id': 'a' };
    for (const { path, method, status, media, example } of withExamples) {
      const body = typeof example === 'string' ? example : JSON.stringify(example);
      const url = path.replace(/\{.*?\}/g, 'x');
      expect(responseIssues(document, method, url, status, { ...headers, 'content-type': media }, body)).toEqual([]);
    }
  });
});

type QueryPairs = readonly (readonly [string, string])[];

/** Returns the target made of the document's examples. It names the station, as the holder changes between calls. */
const exampleTarget = (
  { path, operation }: (typeof described)[number],
  more: QueryPairs = [],
  action?: string,
): string => {
  const used = operation.parameters.filter(({ required, name }) => required || name === 'station');
  const filled = used
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example }) => [name, path.includes('/actions/') && action ? action : example] as const)
    .reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value ?? '')), path);
  const query = used
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => [name, example ?? 'alpha'] as const);
  return `${filled}?${new URLSearchParams(Object.fromEntries([...query, ...more])).toString()}`;
};

describe('every described operation', () => {
  let service: InjectableService;
  let action: string | undefined;
  beforeAll(async () => {
    service = await startInjectableService(pairedStudio);
    action = (await service.call('POST', '/api/v2/signals/sig-1/on')).headers['x-action-id'];
  });
  afterAll(() => service.stop());

  const expectDescribed = (method: string, path: string, { status, headers, body }: InjectedResponse) => {
    expect(responseIssues(document, method, path, status, headers, body), body.slice(0, 300)).toEqual([]);
  };

  const cases = described.map((one) => [`${one.method} ${one.path}`, one] as const);

  const streams = new Set(catalogue.filter(({ isStream }) => isStream).map(({ name }) => name));
  const [streamCases, plainCases] = [true, false].map((isStream) =>
    cases.filter(([, { operation }]) => streams.has(operation.operationId) === isStream),
  ) as [typeof cases, typeof cases];

  it.each(streamCases)('%s starts a stream as described', async (_, { path }) => {
    const connection = new AbortController();
    const { status, headers, body } = await fetch(service.url + path, { signal: connection.signal });
    const first = await body?.getReader().read();
    expectDescribed('GET', path, { status, headers: Object.fromEntries(headers), body: String(first?.value) });
    connection.abort();
  });

  it.each(plainCases)('%s responds as described', async (_, one) => {
    const path = exampleTarget(one, [], action);
    const response = await service.call(one.method, path);
    expect([200, 409]).toContain(response.status);
    expectDescribed(one.method, path, response);
  });

  it.each(cases)('%s refuses calls as described', async (_, one) => {
    const path = exampleTarget(one);
    expectDescribed(one.method, path, await service.call(one.method, path, { from: '198.51.100.7' }));
    expectDescribed(
      one.method,
      path,
      await service.call(one.method, path, { headers: { origin: 'http://elsewhere.example' } }),
    );
    const malformed = `${path}&%ff`;
    const response = await service.call(one.method, malformed);
    expect(response.status).toBe(400);
    expectDescribed(one.method, malformed, response);
  });

  it.each(cases.filter(([, { method, path }]) => method === 'GET' && path.includes('{')))(
    '%s returns 404 for an unknown record',
    async (_, one) => {
      const query = new URL(exampleTarget(one), 'http://localhost').search;
      // A parameter with a choice of values names no record.
      const choices = new Map(one.operation.parameters.map(({ name, schema }) => [name, schema?.enum?.[0]]));
      const path = one.path.replace(/\{(.*?)\}/g, (_all, name: string) => choices.get(name) ?? 'nothing') + query;
      const response = await service.call('GET', path);
      expect(response.status).toBe(404);
      expectDescribed('GET', path, response);
    },
  );

  it.each(cases.filter(([, { method }]) => method === 'POST'))('%s accepts a call without waiting', async (_, one) => {
    const path = exampleTarget(one, [['wait', '0']]);
    const response = await service.call('POST', path);
    expect([202, 409]).toContain(response.status);
    expectDescribed('POST', path, response);
  });

  it.each(cases.filter(([, { operation }]) => operation.parameters.some(({ name }) => name === 'timeout')))(
    '%s rejects an invalid parameter',
    async (_, one) => {
      const path = exampleTarget(one, [['timeout', '99']]);
      const response = await service.call(one.method, path);
      expect(response.status).toBe(400);
      expectDescribed(one.method, path, response);
    },
  );

  it('returns a failure with status 200 for soft=1', async () => {
    const path = '/api/v2/plain/signals/nothing?soft=1';
    const response = await service.call('GET', path);
    expect([response.status, response.body]).toEqual([200, 'ERR not_found']);
    expectDescribed('GET', path, response);
  });
});
