// What operators who have the page open hear of, over real sockets.
import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { admin, basic, testConsole, type TestConsole } from './console.js';

interface Heard {
  readonly events: { event: string | undefined; data: unknown }[];
  /** Resolves once the console has ended the stream. */
  readonly ended: Promise<void>;
  readonly leave: () => void;
}

let made: TestConsole;
let url: string;
const leaving: (() => void)[] = [];
const studio = '/api/studios/studio-1';

beforeEach(async () => {
  made = await testConsole();
  const { port } = await made.server.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${String(port)}/api/events`;
});
afterEach(async () => {
  for (const leave of leaving.splice(0)) leave();
  await made.server.close(0);
});

const listen = async (headers: Record<string, string> = { authorization: basic(admin.username, admin.password) }) => {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: Heard['events'] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push({ event, data: JSON.parse(data) as unknown }),
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  };
  const leave = (): void => {
    stop.abort();
  };
  leaving.push(leave);
  return { events, ended: read().catch(() => undefined), leave } satisfies Heard;
};

const soon = ({ events }: Heard, ...expected: readonly object[]) =>
  vi.waitFor(() => {
    expect(events).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one) as unknown)));
  });

const changed = (section: string, studioId: string | null = 'studio-1') => ({
  event: 'changed',
  data: { studioId, section },
});
const shows = (state: object) => ({ event: 'studio', data: expect.objectContaining(state) as unknown });

const session = async (username: string, password: string): Promise<Record<string, string>> => {
  const { headers } = await made.call('POST', '/api/session', { body: { username, password } });
  return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' };
};

describe('the stream of events', () => {
  it('begins with all studios', async () => {
    await made.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    const heard = await listen();
    await soon(heard, shows({ id: 'studio-1', name: 'Studio One' }), shows({ id: 'studio-2', key: 'set' }));
    expect(heard.events).toHaveLength(2);
  });

  it('begins with all of them, however many there are', async () => {
    const name = 'x'.repeat(128);
    const note = { time: 0, operator: 'admin', action: 'test', summary: '' };
    const { store } = made.ports;
    for (let place = 0; place < 6_000; place += 1) {
      const id = `many-${String(place)}`;
      const configuration = defaultConfiguration(id);
      await store.addStudio({ studio: { id, name }, keyHash: null, configuration, appliedVersion: null }, note);
    }
    const heard = await listen();
    await vi.waitFor(
      () => {
        expect(heard.events).toHaveLength(6_001);
      },
      { timeout: 10_000 },
    );
  });

  it('tells of every change: the section, and the version that is wanted now', async () => {
    const heard = await listen();
    await soon(heard, shows({ id: 'studio-1' }));
    const version = (await made.ports.store.studio('studio-1'))?.configuration.version ?? NaN;
    await made.operate('POST', `${studio}/devices`, { name: 'Panel', access: 'read_only' });
    await soon(heard, changed('devices'), shows({ desiredVersion: version + 1 }));
    await made.operate('PATCH', studio, { name: 'Another' });
    await soon(heard, shows({ name: 'Another' }));
    await made.operate('DELETE', studio);
    await soon(heard, { event: 'removed', data: { studioId: 'studio-1' } });
  });

  it('tells when a service comes, tells its version, and goes', async () => {
    const heard = await listen();
    const headers = { authorization: basic('studio-1', made.key) };
    const stop = new AbortController();
    await fetch(url.replace('/api/events', '/sync/events'), { headers, signal: stop.signal });
    await soon(heard, shows({ connected: true, appliedVersion: null }));
    await made.call('POST', '/sync/applied', { body: { version: 7 }, headers });
    await soon(heard, shows({ connected: true, appliedVersion: 7 }));
    stop.abort();
    await soon(heard, shows({ connected: false, appliedVersion: 7 }));
  });

  it('tells of operators', async () => {
    const heard = await listen();
    await soon(heard, shows({ id: 'studio-1' }));
    await made.operate('POST', '/api/operators', { username: 'vera', role: 'viewer', password: 'very secret' });
    await soon(heard, changed('operators', null));
  });

  it('says nothing twice', async () => {
    const heard = await listen();
    await soon(heard, shows({ id: 'studio-1' }));
    await made.operate('POST', `${studio}/devices`, { name: 'Panel', access: 'read_only' });
    await made.operate('POST', `${studio}/key`);
    await made.operate('PATCH', studio, { name: 'Another' });
    await soon(heard, shows({ name: 'Another' }));
    const texts = heard.events.map((event) => JSON.stringify(event));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('is open to operators alone, and takes GET alone', async () => {
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
  });
});

describe('the stream ends', () => {
  beforeEach(async () => {
    await made.operate('POST', '/api/operators', { username: 'vera', role: 'viewer', password: 'very secret' });
  });

  it('when the session does, and not those of others', async () => {
    const [mine, other] = [await session('vera', 'very secret'), await session('vera', 'very secret')];
    const [ending, going] = [await listen(mine), await listen(other)];
    await made.call('DELETE', '/api/session', { headers: mine });
    await ending.ended;
    await made.operate('PATCH', studio, { name: 'Another' });
    await soon(going, shows({ name: 'Another' }));
  });

  it('when the operator is removed', async () => {
    const heard = await listen(await session('vera', 'very secret'));
    await made.operate('DELETE', '/api/operators/vera');
    await heard.ended;
  });

  it('when the console stops', async () => {
    const heard = await listen();
    await made.server.close(5_000);
    await heard.ended;
  });
});
