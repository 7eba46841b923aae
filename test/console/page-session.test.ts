// The session of the console's page, without a browser: what stays of an operator, and what the roles permit.
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageBench, pageModule, pageWindow, used } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Client {
  readonly sendRequest: (method: string, path: string) => Promise<unknown>;
}
interface Session {
  readonly endSession: (client: QueryClient) => void;
  readonly useHasRoleIn: (studioId: string, role: string) => boolean;
  readonly useMayOperate: () => (studioId: string) => boolean;
  readonly keepSessionWhileActive: (client: QueryClient) => () => void;
  readonly useSignIn: () => { readonly mutateAsync: (credentials: object) => Promise<unknown> };
}
interface Status {
  readonly hasSessionEnded: { readonly get: () => boolean; readonly set: (value: boolean) => void };
}

let status: Status;

beforeEach(async () => {
  status = await pageModule<Status>('api/connection-status.js');
});
afterEach(() => {
  status.hasSessionEnded.set(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the session', () => {
  it('leaves nothing of an operator on the page when it is over', async () => {
    const { endSession } = await pageModule<Session>('session/session.js');
    const drafts = await pageModule<{ readonly startEditing: (...of: unknown[]) => void }>('api/drafts.js');
    const { client: queries } = pageBench([
      [['session'], { username: 'ann' }],
      [['studios'], []],
    ]);
    drafts.startEditing('a/access', { value: 1 }, () => 2);
    status.hasSessionEnded.set(true);
    endSession(queries);
    expect([queries.getQueryData(['session']), queries.getQueryData(['studios'])]).toEqual([null, undefined]);
    expect(status.hasSessionEnded.get()).toBe(false);
    let edited: unknown;
    drafts.startEditing('a/access', { value: 1 }, (value: unknown) => (edited = value));
    expect(edited).toBe(1);
    endSession(queries);
  });

  it.each([
    ['viewer', { a: 'admin' }, [true, true, true]],
    ['operator', { a: 'viewer' }, [true, true, false]],
    ['admin', {}, [true, true, true]],
    [null, { a: 'operator' }, [true, true, false]],
    [null, { b: 'admin' }, [false, false, false]],
  ])('has the higher of the roles %s and %j in a studio', async (role, studioRoles, expected) => {
    const { useHasRoleIn, useMayOperate } = await pageModule<Session>('session/session.js');
    const bench = pageBench([[['session'], { username: 'ann', role, studioRoles }]]);
    const held = ['viewer', 'operator', 'admin'].map((one) => used(() => useHasRoleIn('a', one), bench));
    expect(held).toEqual(expected);
    expect(used(() => useMayOperate(), bench)('a')).toBe(expected[1]);
  });

  it('makes the page read everything again when it begins', async () => {
    const { useSignIn } = await pageModule<Session>('session/session.js');
    const bench = pageBench([
      [['session'], { username: 'ann' }],
      [['studios'], []],
      [['operators'], []],
    ]);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ username: 'ann', role: 'admin' })));
    status.hasSessionEnded.set(true);
    await used(() => useSignIn(), bench).mutateAsync({ username: 'ann', password: 'x' });
    expect(status.hasSessionEnded.get()).toBe(false);
    expect(bench.client.getQueryData(['session'])).toEqual({ username: 'ann', role: 'admin' });
    const outdated = ['session', 'studios', 'operators'].map((key) => bench.client.getQueryState([key])?.isInvalidated);
    expect(outdated).toEqual([false, true, true]);
  });

  it.each([
    ['pointerdown', 'keydown'],
    ['keydown', 'wheel'],
    ['wheel', 'touchstart'],
    ['touchstart', 'pointerdown'],
  ])(
    '@OPERATOR-8: is told with each request how long the operator has done nothing, since %s',
    async (input, before) => {
      const now = Date.UTC(2021, 2, 14);
      vi.useFakeTimers({ toFake: ['Date'] });
      const sent: (string | undefined)[] = [];
      vi.stubGlobal('fetch', (_: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
        sent.push(headers['X-Idle-Seconds']);
        return Promise.resolve(Response.json({}));
      });
      const { sendRequest } = await pageModule<Client>('api/client.js');
      vi.setSystemTime(now - 10_000);
      pageWindow.dispatchEvent(new Event(before));
      vi.setSystemTime(now);
      pageWindow.dispatchEvent(new Event(input));
      for (const ms of [0, 999, 1_500, 90_000, -5_000]) {
        vi.setSystemTime(now + ms);
        await sendRequest('GET', '/studios');
      }
      expect(sent).toEqual(['0', '0', '1', '90', '0']);
    },
  );

  it('@OPERATOR-8: is kept alive while the operator does something, and no longer', async () => {
    vi.useFakeTimers();
    const { keepSessionWhileActive } = await pageModule<Session>('session/session.js');
    const { client } = pageBench([[['session'], { username: 'ann' }]]);
    const refreshed = (): boolean => {
      const was = client.getQueryState(['session'])?.isInvalidated === true;
      client.setQueryData(['session'], { username: 'ann' });
      return was;
    };
    const stop = keepSessionWhileActive(client);
    const after: boolean[] = [];
    for (const minute of [1, 2, 3, 4, 5]) {
      vi.advanceTimersByTime(30_000);
      if (minute === 1 || minute === 4) pageWindow.dispatchEvent(new Event('keydown'));
      vi.advanceTimersByTime(30_000);
      after.push(refreshed());
    }
    expect(after).toEqual([true, false, false, true, false]);
    pageWindow.dispatchEvent(new Event('keydown'));
    stop();
    vi.advanceTimersByTime(60_000);
    expect(refreshed()).toBe(false);
  });
});
