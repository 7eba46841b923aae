// The checks of open streams to operators: they go on while the stream lasts, end it when the session has, and survive outages.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../../application/ports/console-store.js';
import {
  basic,
  testAdmin,
  testConsole,
  type ConsoleUnderTest,
  listeningUrl,
} from '../../../../application/console/console.js';

const recheckMs = 15_000;
const paths = ['/api/events', '/api/studios/studio-1/calls', '/api/studios/studio-1/state'];

let app: ConsoleUnderTest;
let url: string;
let headers: Record<string, string>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = await testConsole();
  url = await listeningUrl(app);
  headers = await app.signIn();
});
afterEach(async () => {
  await app.server.close(0);
  vi.useRealTimers();
});

/** Changes the account whose streams are open, as another admin. */
const changeAccount = async (method: string, body?: object) => {
  const otto = { username: 'otto', role: 'admin', password: 'very secret' };
  await app.operate('POST', '/api/operators', otto);
  const authorization = basic(otto.username, otto.password);
  const done = await app.call(method, `/api/operators/${testAdmin.username}`, { body, headers: { authorization } });
  expect(done.status).toBeLessThan(300);
};

/** Follows a stream; counts its heartbeats, which are sent as often as it is checked. */
const follow = async (path: string) => {
  const { status, body } = await fetch(url + path, { headers });
  expect(status).toBe(200);
  const seen = { beats: 0, isEnded: false };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      seen.beats += text.split('\n').filter((line) => line === ': heartbeat').length;
    }
    seen.isEnded = true;
  };
  void read();
  return seen;
};

/** Passes the time of one check, which reads the session; resolves once its result has been dealt with. */
const passCheck = async (reads: ReturnType<typeof vi.fn>): Promise<void> => {
  const before = reads.mock.calls.length;
  vi.advanceTimersByTime(recheckMs);
  await vi.waitFor(() => {
    expect(reads.mock.calls.length).toBeGreaterThan(before);
  });
  await Promise.allSettled(reads.mock.results.map(({ value }) => value as Promise<unknown>));
};

describe.each(paths)('the stream %s', (path) => {
  it('@CONSOLE-20: is checked every 15 seconds, and ends once its session has expired', async () => {
    const seen = await follow(path);
    const reads = vi.spyOn(app.ports.store, 'session');
    for (let checks = 1; checks <= 3; checks += 1) {
      await passCheck(reads);
      await vi.waitFor(() => {
        expect([seen.beats, seen.isEnded]).toEqual([checks, false]);
      });
    }
    await app.clock.advance(3_600_000);
    await passCheck(reads);
    await vi.waitFor(() => {
      expect(seen.isEnded).toBe(true);
    });
    vi.advanceTimersByTime(10 * recheckMs);
    expect(vi.getTimerCount()).toBe(0);
    reads.mockClear();
    await changeAccount('PATCH', { disabled: true });
    expect(reads).not.toHaveBeenCalled();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its session is ended', () => app.call('DELETE', '/api/session', { headers })],
    ['its operator is disabled', () => changeAccount('PATCH', { disabled: true })],
    ['its operator is removed', () => changeAccount('DELETE')],
  ])('@CONSOLE-20: ends at once when %s, before the next check', async (_when, end) => {
    const seen = await follow(path);
    await end();
    await vi.waitFor(() => {
      expect(seen.isEnded).toBe(true);
    });
    expect(seen.beats).toBe(0);
  });

  it.skipIf(path === '/api/events')(
    '@CONSOLE-20: ends at once when its operator loses the role in the studio',
    async () => {
      const vera = { username: 'vera', studioRoles: { 'studio-1': 'viewer' }, password: 'very secret' };
      await app.operate('POST', '/api/operators', vera);
      headers = { authorization: basic(vera.username, vera.password) };
      const seen = await follow(path);
      expect((await app.operate('PATCH', '/api/operators/vera', { studioRoles: {} })).status).toBe(200);
      await vi.waitFor(() => {
        expect(seen.isEnded).toBe(true);
      });
      expect(seen.beats).toBe(0);
    },
  );

  it('@CONSOLE-35: is one of at most 64 of its operator, which are checked together', async () => {
    const [first] = await Promise.all(Array.from({ length: 64 }, () => follow(path)));
    const refused = await fetch(url + path, { headers });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ error: 'conflict', message: expect.stringContaining('64 event streams') as string }),
    ]);
    const reads = vi.spyOn(app.ports.store, 'session');
    await app.call('DELETE', '/api/session', { headers });
    await vi.waitFor(() => {
      expect(first?.isEnded).toBe(true);
    });
    expect(reads.mock.calls.length).toBeLessThan(10);
    headers = await app.signIn();
    await vi.waitFor(async () => {
      expect((await follow(path)).isEnded).toBe(false);
    });
  });

  it('stays open while the store can not be reached', async () => {
    const seen = await follow(path);
    const reads = vi.spyOn(app.ports.store, 'session');
    for (let checks = 1; checks <= 3; checks += 1) {
      reads.mockImplementationOnce(() => Promise.reject(new StoreUnavailable('down')));
      await passCheck(reads);
      await vi.waitFor(() => {
        expect([seen.beats, seen.isEnded]).toEqual([checks, false]);
      });
    }
  });
});
