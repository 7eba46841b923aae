// What every event stream to operators does: its checks go on while it lasts, it ends when its session has, and survives outages.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../application/ports/console-store.js';
import {
  basic,
  testAdmin,
  testConsole,
  type ConsoleUnderTest,
  listeningUrl,
} from '../../../application/console/console.js';

const recheckMs = 15_000;

let app: ConsoleUnderTest;
let url: string;
let headers: Record<string, string>;

/** Begins each test of a file, or of the `describe` around it, with a console at which an operator is signed in. */
export const beginSignedIn = (): void => {
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
};

/** The console of the test. */
export const consoleOfTest = (): ConsoleUnderTest => app;

/** Signs the operator in again. */
export const signInAgain = async (): Promise<void> => {
  headers = await app.signIn();
};

/** Sends a request as the operator, or as another one. */
export const request = (path: string, as = headers): Promise<Response> => fetch(url + path, { headers: as });

/** Ends the session of the operator. */
export const signOut = (): ReturnType<ConsoleUnderTest['call']> => app.call('DELETE', '/api/session', { headers });

/** Changes the account whose streams are open, as another admin. */
const changeAccount = async (method: string, body?: object) => {
  const otto = { username: 'otto', role: 'admin', password: 'very secret' };
  await app.operate('POST', '/api/operators', otto);
  const authorization = basic(otto.username, otto.password);
  const done = await app.call(method, `/api/operators/${testAdmin.username}`, { body, headers: { authorization } });
  expect(done.status).toBeLessThan(300);
};

/** What was seen of a stream. */
interface SeenStream {
  beats: number;
  isEnded: boolean;
}

/** Follows a stream; counts its heartbeats, which are sent as often as it is checked. */
export const follow = async (path: string, as = headers): Promise<SeenStream> => {
  const { status, body } = await request(path, as);
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

/** Checks the stream at a path. */
export const streamToOperators = (path: string): void => {
  describe(`the stream ${path}`, () => {
    beginSignedIn();

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
      ['its session is ended', signOut],
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
};
