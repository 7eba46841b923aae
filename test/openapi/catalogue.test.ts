// Every operation of the catalogue: described in full, and answered as described.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { pathTemplate } from '../../adapters/http/server/openapi/parameters.js';
import { catalogue } from '../../application/operations/catalogue.js';
import { countForm } from '../../application/api/plain-forms.js';
import { documentNow } from './frozen.js';
import { answerFaults, type Document } from './matching.js';
import { testService, type Answer, type TestService } from './service.js';

const document: Document = documentNow();

type Described = Readonly<Record<string, unknown>> & {
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
  }[];
};

const operationsAt = (path: string): Readonly<Record<string, Described>> =>
  (document.paths[path] ?? {}) as Readonly<Record<string, Described>>;

const described = Object.keys(document.paths).flatMap((path) =>
  Object.entries(operationsAt(path)).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const methodsOf = { read: ['get'], control: ['get', 'post'] } as const;

/** Lists whose twin is the same in another form. */
const isText = new Set(['metric.list']);

describe('the document', () => {
  it.each(catalogue.map((operation) => [operation.name, operation] as const))(
    'describes %s and its twin',
    (_, operation) => {
      const { name, access, tag, admission } = operation;
      for (const [prefix, suffix] of [
        ['/api/v2', ''],
        ['/api/v2/plain', '.plain'],
      ] as const) {
        const methods = operationsAt(prefix + pathTemplate(operation.path));
        expect(Object.keys(methods)).toEqual(methodsOf[access]);
        expect(methods['get']?.operationId).toBe(name + suffix);
        expect(methods['get']?.tags).toEqual(tag === null ? undefined : [tag]);
        expect(methods['get']?.security).toEqual(admission === 'public' ? [] : undefined);
      }
    },
  );

  it('describes nothing else, and no legacy route', () => {
    const mounted = routeTable.flatMap(({ face, operations }) =>
      operations.map(({ path }) => pathTemplate(face.prefix + path)),
    );
    expect(described.filter(({ path }) => !mounted.includes(path))).toEqual([]);
    expect(described.filter(({ path }) => !path.startsWith('/api/v2'))).toEqual([]);
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(catalogue).toHaveLength(new Set(catalogue.map(({ name }) => name)).size);
  });

  it('tells of every operation and parameter what it is, with an example where one must be given', () => {
    for (const { operation } of described) {
      expect(operation.summary).not.toBe('');
      expect(operation.description).not.toBe('');
      for (const parameter of operation.parameters) {
        expect(parameter.description, `${operation.operationId} ${parameter.name}`).toBeTruthy();
        if (parameter.required) expect(parameter.example, `${operation.operationId} ${parameter.name}`).toBeTruthy();
      }
    }
  });

  it('says of lists that their plain form is a count, and of nothing else', () => {
    for (const { result, plainForm, access, name } of catalogue) {
      const [only, ...others] = Object.values(result);
      const isList = access === 'read' && others.length === 0 && only?.name.startsWith('ReadonlyArray') === true;
      expect(plainForm === countForm, name).toBe(isList && !isText.has(name));
    }
  });
});

describe('examples', () => {
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

  it('are what they are examples of', () => {
    expect(withExamples.length).toBeGreaterThan(described.length - 1);
    const headers = { 'x-action-id': 'a' };
    for (const { path, method, status, media, example } of withExamples) {
      const body = typeof example === 'string' ? example : JSON.stringify(example);
      const asked = path.replace(/\{.*?\}/g, 'x');
      expect(answerFaults(document, method, asked, status, { ...headers, 'content-type': media }, body)).toEqual([]);
    }
  });
});

type Pairs = readonly (readonly [string, string])[];

/** The request that the document's own examples make, for the records of one station, whoever holds the studio by then. */
const asked = ({ path, operation }: (typeof described)[number], more: Pairs = [], action?: string): string => {
  const given = operation.parameters.filter(({ required, name }) => required || name === 'station');
  const filled = given
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example }) => [name, path.includes('/actions/') && action ? action : example] as const)
    .reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value ?? '')), path);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => [name, example ?? 'alpha'] as const);
  return `${filled}?${new URLSearchParams(Object.fromEntries([...query, ...more])).toString()}`;
};

describe('every described operation', () => {
  let service: TestService;
  let action: string | undefined;
  beforeAll(async () => {
    service = await testService();
    action = (await service.call('POST', '/api/v2/signals/sig-1/on')).headers['x-action-id'];
  });
  afterAll(() => service.stop());

  const heldAgainst = (method: string, path: string, { status, headers, body }: Answer) => {
    expect(answerFaults(document, method, path, status, headers, body), body.slice(0, 300)).toEqual([]);
  };

  const cases = described.map((one) => [`${one.method} ${one.path}`, one] as const);

  const streams = new Set(catalogue.filter(({ isStream }) => isStream).map(({ name }) => name));
  const [streamed, answered] = [true, false].map((isStream) =>
    cases.filter(([, { operation }]) => streams.has(operation.operationId) === isStream),
  ) as [typeof cases, typeof cases];

  it.each(streamed)('%s begins as described', async (_, { path }) => {
    const hungUp = new AbortController();
    const { status, headers, body } = await fetch(service.url + path, { signal: hungUp.signal });
    const first = await body?.getReader().read();
    heldAgainst('GET', path, { status, headers: Object.fromEntries(headers), body: String(first?.value) });
    hungUp.abort();
  });

  it.each(answered)('%s answers as described', async (_, one) => {
    const path = asked(one, [], action);
    const answer = await service.call(one.method, path);
    expect([200, 409]).toContain(answer.status);
    heldAgainst(one.method, path, answer);
  });

  it.each(cases)('%s refuses as described', async (_, one) => {
    const path = asked(one);
    heldAgainst(one.method, path, await service.call(one.method, path, { from: '198.51.100.7' }));
    heldAgainst(
      one.method,
      path,
      await service.call(one.method, path, { headers: { origin: 'http://elsewhere.example' } }),
    );
    const malformed = `${path}&%ff`;
    const answer = await service.call(one.method, malformed);
    expect(answer.status).toBe(400);
    heldAgainst(one.method, malformed, answer);
  });

  it.each(cases.filter(([, { method, path }]) => method === 'GET' && path.includes('{')))(
    '%s knows no other record',
    async (_, one) => {
      const path = one.path.replace(/\{.*?\}/g, 'nothing') + (one.path.endsWith('/set') ? '?value=1' : '');
      const answer = await service.call('GET', path);
      expect(answer.status).toBe(404);
      heldAgainst('GET', path, answer);
    },
  );

  it.each(cases.filter(([, { method }]) => method === 'POST'))('%s is accepted without waiting', async (_, one) => {
    const path = asked(one, [['wait', '0']]);
    const answer = await service.call('POST', path);
    expect([202, 409]).toContain(answer.status);
    heldAgainst('POST', path, answer);
  });

  it.each(cases.filter(([, { operation }]) => operation.parameters.some(({ name }) => name === 'timeout')))(
    '%s names a wrong parameter',
    async (_, one) => {
      const path = asked(one, [['timeout', '99']]);
      const answer = await service.call(one.method, path);
      expect(answer.status).toBe(400);
      heldAgainst(one.method, path, answer);
    },
  );

  it('answers a panel 200 with the failure, where it asks for that', async () => {
    const path = '/api/v2/plain/signals/nothing?soft=1';
    const answer = await service.call('GET', path);
    expect([answer.status, answer.body]).toEqual([200, 'ERR not_found']);
    heldAgainst('GET', path, answer);
  });
});
