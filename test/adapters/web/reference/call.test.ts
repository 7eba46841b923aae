// The calls of the reference page: their addresses, their form for curl, and sending them.
import { describe, expect, it } from 'vitest';
import './reference-bench.js';
import {
  bodyIssue,
  curlOf,
  missingIn,
  send,
  targetOf,
  type Draft,
  type Reply,
} from '../../../../adapters/web/reference/call.js';
import type { Parameter } from '../../../../adapters/web/reference/openapi.js';
import type { Route } from '../../../../adapters/web/reference/routes.js';
import { server } from '../page-server.js';

const parameter = (name: string, where: Parameter['in'], more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, in: where, schema: { type: 'string' } },
  ...more,
});

const route: Route = {
  ...{ id: 'play', title: 'Play', description: '', isAction: true, methods: ['GET'], isStream: false, answers: [] },
  body: undefined,
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
    expect(targetOf(route, given)).toBe(address);
  });

  it('is that of the route itself without a plain twin', () => {
    const alone = { ...route, plainPath: undefined };
    expect(targetOf(alone, draft({ slot: 'a', clip: 'b' }, { isPlain: true }))).toBe('/api/v2/outputs/a/clips/b/play');
  });
});

describe('a call that can not be sent', () => {
  it('lacks required values', () => {
    expect(missingIn(route, draft({ slot: 'main', clip: '' }))).toEqual(['clip']);
    expect(missingIn(route, draft(both))).toEqual([]);
  });

  it('has a body that is no JSON, if the route takes one', () => {
    const withBody = { ...route, body: '{}' };
    expect(bodyIssue(withBody, draft({}, { body: '{' }))).toMatch(/^The body isn’t JSON: /);
    expect(bodyIssue(withBody, draft({}, { body: '' }))).toMatch(/^The body isn’t JSON: /);
    expect(bodyIssue(withBody, draft({}, { body: '{"a":1}' }))).toBeUndefined();
    expect(bodyIssue(route, draft({}, { body: '{' }))).toBeUndefined();
  });
});

describe('the command of a call', () => {
  it('names the method unless it is GET, and takes the token from a variable', () => {
    expect(curlOf(route, draft(both), false)).toBe(
      `curl '${window.location.origin}/api/v2/outputs/main/clips/a%2Fb%20c/play'`,
    );
    expect(curlOf(route, draft(both, { method: 'POST' }), true)).toBe(
      `curl -X POST -H "Authorization: Bearer $TOKEN" '${window.location.origin}/api/v2/outputs/main/clips/a%2Fb%20c/play'`,
    );
  });

  it('has the headers, a body in one line, and follows a stream', () => {
    const given = draft(
      { slot: 'a', clip: 'b', 'Last-Event-ID': "it's" },
      { method: 'PUT', body: '{\n "a": "it\'s" }' },
    );
    expect(curlOf({ ...route, body: '{}', isStream: true }, given, false)).toBe(
      [
        String.raw`curl -X PUT -N -H 'Last-Event-ID: it'\''s' -H 'Content-Type: application/json' -d '{"a":"it'\''s"}'`,
        `'${window.location.origin}/api/v2/outputs/a/clips/b/play'`,
      ].join(' '),
    );
  });
});

describe('a call that is sent', () => {
  const events = { ...route, path: '/api/v2/events', plainPath: undefined };
  const replies = async (change: Partial<Route>, given = draft()): Promise<readonly Reply[]> => {
    const received: Reply[] = [];
    const { signal } = new AbortController();
    await send({ ...events, ...change }, given, { token: 't', signal }, (reply) => received.push(reply));
    return received;
  };

  it('has the token, the headers that were entered, and a body only where the route takes one', async () => {
    server.reply('GET /v2/events', {});
    server.reply('PUT /v2/events', {});
    await replies({}, draft({ 'Last-Event-ID': '7' }, { body: '{"a":1}' }));
    await replies({ body: '{}' }, draft({}, { method: 'PUT', body: '{"a":1}' }));
    const names = ['Authorization', 'Last-Event-ID', 'Content-Type'];
    expect(server.requests.map(({ body, headers }) => [body, ...names.map((name) => headers.get(name))])).toEqual([
      [undefined, 'Bearer t', '7', null],
      [{ a: 1 }, 'Bearer t', null, 'application/json'],
    ]);
  });

  it('shows JSON in lines, and other text as it is', async () => {
    server.answer('GET /v2/events', () => Response.json({ a: 1 }, { status: 404 }));
    expect(await replies({})).toMatchObject([{ status: 404, body: '{\n  "a": 1\n}' }]);
    server.answer('GET /v2/events', () => new Response('{"a":1}', { headers: { 'Content-Type': 'text/plain' } }));
    expect(await replies({})).toMatchObject([{ status: 200, body: '{"a":1}' }]);
  });

  it('shows the end of a stream as it arrives, letters whole', async () => {
    const bytes = new TextEncoder().encode(`${'x'.repeat(100_000)}ü!`);
    const stream = () =>
      new ReadableStream({
        start: (controller) => {
          for (const part of [bytes.slice(0, 100_001), bytes.slice(100_001)]) controller.enqueue(part);
          controller.close();
        },
      });
    server.answer('GET /v2/events', () => new Response(stream()));
    const shown = await replies({ isStream: true });
    expect(shown.length).toBeGreaterThan(1);
    expect([shown.at(-1)?.body.length, shown.at(-1)?.body.slice(-3)]).toEqual([100_000, 'xü!']);
    const [whole] = await replies({});
    expect(whole?.body.length).toBe(100_002);
  });
});
