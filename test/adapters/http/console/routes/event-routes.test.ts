// The event stream for open pages of the console, over real sockets.
import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeByConsole } from '../../../../../application/console/endpoints/studio-access.js';
import { changeOperators, setPassword } from '../../../../../application/console/sign-in/operators.js';
import type { SecondFactorSettings } from '../../../../../application/console/sign-in/second-factor-settings.js';
import { defaultConfiguration } from '../../../../../domain/access/configuration.js';
import { changeOperator } from '../../../../../domain/console/operators.js';
import { testAdmin, basic, testConsole, type ConsoleUnderTest } from '../../../../application/console/console.js';

interface OpenStream {
  readonly events: { event: string | undefined; data: unknown }[];
  /** Resolves once the console has ended the stream. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

let app: ConsoleUnderTest;
let url: string;
const closing: (() => void)[] = [];
const studio = '/api/studios/studio-1';

const start = async (secondFactors: Partial<SecondFactorSettings> = {}): Promise<void> => {
  app = await testConsole({}, secondFactors);
  const { port } = await app.server.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${String(port)}/api/events`;
};

beforeEach(() => start());
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await app.server.close(0);
});

const listen = async (
  headers: Record<string, string> = {
    authorization: basic(testAdmin.username, testAdmin.password),
  },
) => {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: OpenStream['events'] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push({ event, data: JSON.parse(data) as unknown }),
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  };
  const close = (): void => {
    stop.abort();
  };
  closing.push(close);
  return { events, ended: read().catch(() => undefined), close } satisfies OpenStream;
};

const receives = ({ events }: OpenStream, ...expected: readonly object[]) =>
  vi.waitFor(() => {
    expect(events).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one) as unknown)));
  });

const changed = (section: string, studioId: string | null = 'studio-1') => ({
  event: 'changed',
  data: { studioId, section },
});
const shows = (state: object) => ({ event: 'studio', data: expect.objectContaining(state) as unknown });

const session = async (username: string, password: string): Promise<Record<string, string>> => {
  const { headers } = await app.call('POST', '/api/session', { body: { username, password } });
  return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' };
};

describe('the event stream', () => {
  it('begins with all studios', async () => {
    await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    const stream = await listen();
    await receives(stream, shows({ id: 'studio-1', name: 'Studio One' }), shows({ id: 'studio-2', key: 'set' }));
    expect(stream.events).toHaveLength(2);
  });

  it('begins with all studios, even six thousand', async () => {
    const name = 'x'.repeat(128);
    const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: '' };
    const { store } = app.ports;
    for (let index = 0; index < 6_000; index += 1) {
      const id = `many-${String(index)}`;
      const configuration = defaultConfiguration(id);
      await store.addStudio({ studio: { id, name }, keyHash: null, configuration, appliedVersion: null }, historyEntry);
    }
    const stream = await listen();
    await vi.waitFor(
      () => {
        expect(stream.events).toHaveLength(6_001);
      },
      { timeout: 10_000 },
    );
  });

  it('sends every change: the section, and the new desired version', async () => {
    const stream = await listen();
    await receives(stream, shows({ id: 'studio-1' }));
    const version = (await app.ports.store.studio('studio-1'))?.configuration.version ?? NaN;
    await app.operate('POST', `${studio}/devices`, { name: 'Panel', access: 'read_only' });
    await receives(stream, changed('devices'), shows({ desiredVersion: version + 1 }));
    await app.operate('PATCH', studio, { name: 'Another' });
    await receives(stream, shows({ name: 'Another' }));
    await app.operate('DELETE', studio);
    await receives(stream, { event: 'removed', data: { studioId: 'studio-1' } });
  });

  it('sends when a service connects, reports its version, and disconnects', async () => {
    const stream = await listen();
    const headers = { authorization: basic('studio-1', app.key) };
    const stop = new AbortController();
    await fetch(url.replace('/api/events', '/sync/events'), { headers, signal: stop.signal });
    await receives(stream, shows({ connected: true, appliedVersion: null }));
    await app.call('POST', '/sync/applied', { body: { version: 7 }, headers });
    await receives(stream, shows({ connected: true, appliedVersion: 7 }));
    stop.abort();
    await receives(stream, shows({ connected: false, appliedVersion: 7 }));
  });

  it('sends changes of operators', async () => {
    const stream = await listen();
    await receives(stream, shows({ id: 'studio-1' }));
    await app.operate('POST', '/api/operators', { username: 'vera', role: 'viewer', password: 'very secret' });
    await receives(stream, changed('operators', null));
  });

  it('sends no event twice', async () => {
    const stream = await listen();
    await receives(stream, shows({ id: 'studio-1' }));
    await app.operate('POST', `${studio}/devices`, { name: 'Panel', access: 'read_only' });
    await app.operate('POST', `${studio}/key`);
    await app.operate('PATCH', studio, { name: 'Another' });
    await receives(stream, shows({ name: 'Another' }));
    const texts = stream.events.map((event) => JSON.stringify(event));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('is open to operators only, and accepts GET only', async () => {
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
  });
});

describe('the stream ends', () => {
  beforeEach(async () => {
    await app.operate('POST', '/api/operators', { username: 'vera', role: 'viewer', password: 'very secret' });
  });

  it('@CONSOLE-20: when the session does, and not those of others', async () => {
    const [mine, other] = [await session('vera', 'very secret'), await session('vera', 'very secret')];
    const [ending, going] = [await listen(mine), await listen(other)];
    await app.call('DELETE', '/api/session', { headers: mine });
    await ending.ended;
    await app.operate('PATCH', studio, { name: 'Another' });
    await receives(going, shows({ name: 'Another' }));
  });

  it('when the operator is removed', async () => {
    const stream = await listen(await session('vera', 'very secret'));
    await app.operate('DELETE', '/api/operators/vera');
    await stream.ended;
  });

  it('@SIGN-IN-10: when the operator has to set up a second factor', async () => {
    await app.server.close(0);
    await start({ policy: 'admins' });
    const { ports } = app;
    await setPassword(ports, 'vera', 'very secret');
    const giveRole = (role: 'viewer' | 'admin') =>
      changeOperators(ports, changeByConsole(ports, 'test'), { summary: '', change: changeOperator('vera', { role }) });
    await giveRole('viewer');
    const stream = await listen(await session('vera', 'very secret'));
    await giveRole('admin');
    await stream.ended;
  });

  it('when the console stops', async () => {
    const stream = await listen();
    await app.server.close(5_000);
    await stream.ended;
  });
});
