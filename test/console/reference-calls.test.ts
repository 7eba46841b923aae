// The calls of the reference page, in a page without a browser: their addresses, their form for curl, and what can be chosen.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
}

interface Route {
  readonly path: string;
  readonly plainPath?: string;
  readonly parameters: readonly Parameter[];
  readonly body?: string;
  readonly isStream?: boolean;
}

interface Draft {
  readonly values: Readonly<Record<string, string>>;
  readonly isPlain: boolean;
  readonly method: string;
  readonly body: string;
}

/** What a test uses of the modules, which are compiled with the page. */
interface Calls {
  readonly targetOf: (route: Route, draft: Draft) => string;
  readonly missingIn: (route: Route, draft: Draft) => readonly string[];
  readonly bodyIssue: (route: Route, draft: Draft) => string | undefined;
  readonly curlOf: (route: Route, draft: Draft, hasToken: boolean) => string;
}
interface Choices {
  readonly choicesOf: (route: Route, parameter: Parameter, values: object, state: object) => readonly object[];
  readonly listPath: (route: Route, parameter: Parameter, values: object, studio: object) => string | undefined;
}

const folder = '../../adapters/web/reference';
let calls: Calls;
let choices: Choices;

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://studio', pathname: '/api/v2/docs/' });
  calls = (await import(`${folder}/call.js`)) as Calls;
  choices = (await import(`${folder}/studio.js`)) as Choices;
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const parameter = (name: string, where: Parameter['in'], more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, in: where, schema: { type: 'string' } },
  ...more,
});

const route: Route = {
  path: '/api/v2/outputs/{slot}/clips/{clip}/play',
  plainPath: '/api/v2/plain/outputs/{slot}/clips/{clip}/play',
  parameters: [
    parameter('slot', 'path', { required: true }),
    parameter('clip', 'path', { required: true }),
    parameter('scene', 'query'),
    parameter('wait', 'query'),
    parameter('Last-Event-ID', 'header'),
    parameter('parameters', 'query', { schema: { type: 'object' } }),
  ],
};

const draft = (values: Draft['values'] = {}, more: Partial<Draft> = {}): Draft => ({
  ...{ values, isPlain: false, method: 'GET', body: '' },
  ...more,
});

const both = { slot: 'main', clip: 'a/b c' };

describe('the address of a call', () => {
  it.each<[string, Draft, string]>([
    ['has encoded values in its path', draft(both), '/api/v2/outputs/main/clips/a%2Fb%20c/play'],
    ['is that of the plain twin', draft(both, { isPlain: true }), '/api/v2/plain/outputs/main/clips/a%2Fb%20c/play'],
    [
      'has encoded values in its query',
      draft({ slot: 'a', clip: 'b', scene: 'x&y', wait: '0' }),
      '/api/v2/outputs/a/clips/b/play?scene=x%26y&wait=0',
    ],
    [
      'has no empty value, and no header',
      draft({ slot: 'a', clip: 'b', scene: '', 'Last-Event-ID': '7' }),
      '/api/v2/outputs/a/clips/b/play',
    ],
    [
      'has the parameters of a macro as they are entered',
      draft({ slot: 'a', clip: 'b', parameters: 'x=1&y=a b' }),
      '/api/v2/outputs/a/clips/b/play?x=1&y=a+b',
    ],
  ])('%s', (_, given, address) => {
    expect(calls.targetOf(route, given)).toBe(address);
  });

  it('is that of the route itself without a plain twin', () => {
    const { plainPath: _, ...alone } = route;
    expect(calls.targetOf(alone, draft({ slot: 'a', clip: 'b' }, { isPlain: true }))).toBe(
      '/api/v2/outputs/a/clips/b/play',
    );
  });
});

describe('a call that can not be sent', () => {
  it('lacks required values', () => {
    expect(calls.missingIn(route, draft({ slot: 'main', clip: '' }))).toEqual(['clip']);
    expect(calls.missingIn(route, draft(both))).toEqual([]);
  });

  it('has a body that is no JSON, if the route takes one', () => {
    const withBody = { ...route, body: '{}' };
    expect(calls.bodyIssue(withBody, draft({}, { body: '{' }))).toMatch(/^The body isn’t JSON: /);
    expect(calls.bodyIssue(withBody, draft({}, { body: '' }))).toMatch(/^The body isn’t JSON: /);
    expect(calls.bodyIssue(withBody, draft({}, { body: '{"a":1}' }))).toBeUndefined();
    expect(calls.bodyIssue(route, draft({}, { body: '{' }))).toBeUndefined();
  });
});

describe('the command of a call', () => {
  it('names the method unless it is GET, and takes the token from a variable', () => {
    expect(calls.curlOf(route, draft(both), false)).toBe(
      "curl 'http://studio/api/v2/outputs/main/clips/a%2Fb%20c/play'",
    );
    expect(calls.curlOf(route, draft(both, { method: 'POST' }), true)).toBe(
      `curl -X POST -H "Authorization: Bearer $TOKEN" 'http://studio/api/v2/outputs/main/clips/a%2Fb%20c/play'`,
    );
  });

  it('has the headers, a body in one line, and follows a stream', () => {
    const given = draft(
      { slot: 'a', clip: 'b', 'Last-Event-ID': "it's" },
      { method: 'PUT', body: '{\n "a": "it\'s" }' },
    );
    expect(calls.curlOf({ ...route, body: '{}', isStream: true }, given, false)).toBe(
      [
        String.raw`curl -X PUT -N -H 'Last-Event-ID: it'\''s' -H 'Content-Type: application/json' -d '{"a":"it'\''s"}'`,
        `'http://studio/api/v2/outputs/a/clips/b/play'`,
      ].join(' '),
    );
  });
});

describe('what a parameter can be', () => {
  const state = {
    outputs: [
      { slot: 'main', name: 'Main', scenes: [{ id: 'full' }] },
      { slot: 'wall', name: 'Wall', scenes: [{ id: 'left' }, { id: 'right' }] },
    ],
    banks: [
      { key: 'news', name: 'News', active: false },
      { key: 'music', name: 'Music', active: true },
    ],
    signals: [{ id: 'sig-1', identifier: 'red-light', name: 'Red light' }],
  };
  const choicesFor = (one: Parameter, values = {}, path = route.path) =>
    choices.choicesOf({ ...route, path }, one, values, state);
  const listFor = (path: string, name: string, values = {}) =>
    choices.listPath({ ...route, path }, parameter(name, 'path'), values, {
      state,
      document: { paths: { '/api/v2/state': { get: {} } } },
    });

  it('is one of the studio’s own records, or of the document’s values', () => {
    expect(choicesFor(parameter('slot', 'path'))).toEqual([
      { value: 'main', label: 'Main' },
      { value: 'wall', label: 'Wall' },
    ]);
    expect(choicesFor(parameter('id', 'path'), {}, '/api/v2/signals/{id}')).toEqual([
      { value: 'red-light', label: 'Red light' },
    ]);
    expect(choicesFor(parameter('x', 'query', { schema: { enum: ['a'] } }))).toEqual([{ value: 'a', label: '' }]);
    expect(choicesFor(parameter('other', 'query'))).toEqual([]);
  });

  it('is a scene of the chosen output alone', () => {
    expect(choicesFor(parameter('scene', 'query'), { slot: 'wall' })).toEqual([
      { value: 'left', label: 'left' },
      { value: 'right', label: 'right' },
    ]);
    expect(choicesFor(parameter('scene', 'query'))).toEqual([]);
  });

  it('is a clip of the chosen bank, or of the active one', () => {
    expect(listFor(route.path, 'clip')).toBe('/api/v2/banks/music/clips');
    expect(listFor(route.path, 'clip', { bank: 'a b' })).toBe('/api/v2/banks/a%20b/clips');
    expect(listFor('/api/v2/cameras/{id}/angles/{angle}/recall', 'angle', { id: 'cam-1' })).toBe(
      '/api/v2/cameras/cam-1/angles',
    );
    expect(listFor('/api/v2/cameras/{id}/angles/{angle}/recall', 'angle')).toBeUndefined();
  });
});
