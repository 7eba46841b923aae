// The calls that the reference page sends, and the fields that it fills in, without a browser.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { used } from './page-hooks.js';

interface Reply {
  readonly status: number;
  readonly body: string;
}
type Send = (route: object, draft: object, options: object, onReply: (reply: Reply) => void) => Promise<void>;
interface Call {
  readonly start: (draft: object) => void;
  readonly stop: () => void;
}
interface Fields {
  readonly values: Readonly<Record<string, string>>;
  readonly fields: readonly { readonly parameter: { readonly name: string }; readonly choices: readonly object[] }[];
}

/** What a test uses of the modules, which are compiled with the page. */
interface Modules {
  readonly send: Send;
  readonly useCall: (route: object, token: string) => Call;
  readonly useFields: (route: object, studio: object) => Fields;
  readonly choicesAt: (list: object | undefined, path: string | undefined) => readonly object[];
}

const folder = '../../adapters/web/reference';
let page: Modules;
let sent: (RequestInit & { readonly url: string })[];
let answer: () => Promise<Response>;

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://studio', pathname: '/api/v2/docs/' });
  const load = async <A extends object>(name: string): Promise<A> => (await import(`${folder}/${name}`)) as A;
  const { send } = await load<Modules>('call.js');
  const { useCall } = await load<Modules>('use-call.js');
  const { useFields, choicesAt } = await load<Modules>('use-fields.js');
  page = { send, useCall, useFields, choicesAt };
});
beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(Response.json({}));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ ...init, url });
    return answer();
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const parameter = (name: string, where: string, required = false) => ({ name, in: where, required, schema: {} });
const route = { path: '/api/v2/events', methods: ['GET'], parameters: [parameter('Last-Event-ID', 'header')] };
const draft = { values: {}, isPlain: false, method: 'GET', body: '{"a":1}' };

describe('a call', () => {
  const replies = async (given: object, options: object = {}): Promise<readonly Reply[]> => {
    const received: Reply[] = [];
    await page.send({ ...route, ...given }, { ...draft, ...options }, { token: 't' }, (reply) => received.push(reply));
    return received;
  };

  it('has the token, the headers that were entered, and a body only where the route takes one', async () => {
    await replies({}, { values: { 'Last-Event-ID': '7' } });
    await replies({ body: '{}' }, { method: 'PUT' });
    const authorized = { Authorization: 'Bearer t' };
    expect(sent).toMatchObject([
      { method: 'GET', headers: { ...authorized, 'Last-Event-ID': '7' }, credentials: 'omit' },
      { method: 'PUT', headers: { ...authorized, 'Content-Type': 'application/json' }, body: '{"a":1}' },
    ]);
    expect(sent[0]).not.toHaveProperty('body');
  });

  it('shows JSON in lines, and other text as it is', async () => {
    answer = () => Promise.resolve(Response.json({ a: 1 }, { status: 404 }));
    expect(await replies({})).toMatchObject([{ status: 404, body: '{\n  "a": 1\n}' }]);
    answer = () => Promise.resolve(new Response('{"a":1}', { headers: { 'Content-Type': 'text/plain' } }));
    expect(await replies({})).toMatchObject([{ status: 200, body: '{"a":1}' }]);
  });

  it('shows the end of a stream as it arrives, letters whole', async () => {
    const bytes = new TextEncoder().encode(`${'x'.repeat(100_000)}ü!`);
    const parts = [bytes.slice(0, 100_001), bytes.slice(100_001)];
    answer = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => {
              for (const part of parts) stream.enqueue(part);
              stream.close();
            },
          }),
        ),
      );
    const shown = await replies({ isStream: true });
    expect(shown.length).toBeGreaterThan(1);
    expect([shown.at(-1)?.body.length, shown.at(-1)?.body.slice(-3)]).toEqual([100_000, 'xü!']);
    const [whole] = await replies({});
    expect(whole?.body.length).toBe(100_002);
  });

  it('ends when another one is started, or when it is stopped', () => {
    answer = () => new Promise(() => undefined);
    const call = used(() => page.useCall(route, ''));
    const areEnded = () => sent.map(({ signal }) => signal?.aborted);
    call.start(draft);
    call.start(draft);
    expect(areEnded()).toEqual([true, false]);
    call.stop();
    expect(areEnded()).toEqual([true, true]);
  });
});

describe('the fields of a route', () => {
  const state = {
    outputs: [
      { slot: 'main', name: 'Main', scenes: [{ id: 'left' }, { id: 'right' }] },
      { slot: 'aux', name: 'Aux', scenes: [{ id: 'full' }] },
    ],
  };
  const studio = { document: { paths: { '/api/v2/state': { get: {} } } }, state, token: '' };
  const play = {
    ...route,
    path: '/api/v2/outputs/{slot}/stop',
    parameters: [parameter('slot', 'path', true), parameter('scene', 'query')],
  };

  it('begin with the first choice where a value is required, and offer what belongs to it', () => {
    const { fields, values } = used(() => page.useFields(play, studio));
    expect(values).toEqual({ slot: 'main', scene: '' });
    expect(fields.map(({ choices }) => choices.length)).toEqual([2, 2]);
  });

  it('offer no list of something else while their own is read', () => {
    const [list, choices] = ['/api/v2/banks/news/clips', [{ value: '1', label: 'Opener' }]];
    expect(page.choicesAt({ path: list, choices }, list)).toEqual(choices);
    expect(page.choicesAt({ path: list, choices }, '/api/v2/banks/other/clips')).toEqual([]);
    expect([page.choicesAt(undefined, list), page.choicesAt(undefined, undefined)]).toEqual([[], []]);
  });
});
