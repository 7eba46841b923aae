// What the console's page sends, and what it keeps of the answers, without a browser.
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageBench, pageModule, used } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Client {
  readonly sendRequest: (
    method: string,
    path: string,
    options?: object,
  ) => Promise<{ readonly value: unknown; readonly etag: string | null }>;
  readonly studioPath: (id: string, ...rest: readonly string[]) => string;
}
interface Store<A> {
  readonly get: () => A;
  readonly set: (value: A) => void;
}
interface Status {
  readonly consoleReachable: Store<boolean>;
  readonly slowRequestCount: Store<number>;
  readonly hasSessionEnded: Store<boolean>;
  readonly changeFeedStatus: Store<string>;
}
interface Queries {
  readonly queryClient: QueryClient;
}
interface Failures {
  readonly RequestRefused: new (status: number, code: string, message: string) => Error;
  readonly ConsoleUnreachable: new () => Error;
}
interface Changes {
  readonly useChangeRequest: (...keys: readonly (readonly string[])[]) => <A>(send: () => Promise<A>) => Promise<A>;
}
interface Settings {
  readonly useSaveSettings: (id: string, section: string) => (value: object, base: object) => Promise<unknown>;
}
interface History {
  readonly readAllChanges: (path: string, filter: object) => Promise<readonly { readonly id: number }[]>;
  readonly useHistory: (key: readonly string[], path: string) => { readonly fetchNextPage: () => Promise<unknown> };
}
interface Studios {
  readonly studiosQuery: { readonly queryFn: () => Promise<readonly { readonly id: string }[]> };
}
interface Operators {
  readonly operatorPath: (username: string, ...rest: readonly string[]) => string;
}

/** A request that the page has sent. */
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

let client: Client;
let status: Status;
let sent: Sent[];
let answer: (sent: Sent) => Response | Promise<Response>;

beforeEach(async () => {
  client = await pageModule<Client>('api/client.js');
  status = await pageModule<Status>('api/connection-status.js');
  sent = [];
  answer = () => Response.json({});
  vi.stubGlobal('fetch', (url: string, init: Omit<Sent, 'url'>) => {
    const request = { ...init, url };
    sent.push(request);
    return Promise.resolve(answer(request));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  status.consoleReachable.set(true);
  status.hasSessionEnded.set(false);
  status.changeFeedStatus.set('connecting');
});

const refusal = (code: number): Response => Response.json({ error: 'refused', message: 'no' }, { status: code });
const urls = (): readonly string[] => sent.map(({ method, url }) => `${method} ${url}`);

describe('the connection to the console', () => {
  it('is there with each answer, also with a refusal, and is lost without one', async () => {
    answer = () => Promise.reject(new TypeError('failed'));
    await expect(client.sendRequest('GET', '/studios')).rejects.toThrow('No connection');
    expect(status.consoleReachable.get()).toBe(false);
    answer = () => refusal(403);
    await expect(client.sendRequest('GET', '/studios')).rejects.toThrow('no');
    expect(status.consoleReachable.get()).toBe(true);
  });

  it('is not lost when the page itself ends a request', async () => {
    const end = new AbortController();
    answer = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    const reply = client.sendRequest('GET', '/find', { signal: end.signal });
    end.abort();
    await expect(reply).rejects.toThrow(/abort/i);
    expect(status.consoleReachable.get()).toBe(true);
  });

  it.each(['answered', 'lost'])('is slow while a request takes longer than 4 s, until it is %s', async (end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let finish: () => void = () => undefined;
    answer = () =>
      new Promise((resolve, reject) => {
        finish = () => {
          if (end === 'answered') resolve(Response.json({}));
          else reject(new TypeError('failed'));
        };
      });
    const reply = client.sendRequest('GET', '/a').catch(() => undefined);
    vi.advanceTimersByTime(3_999);
    expect(status.slowRequestCount.get()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(status.slowRequestCount.get()).toBe(1);
    finish();
    await reply;
    expect(status.slowRequestCount.get()).toBe(0);
  });
});

describe('a request', () => {
  it('has every part of its path encoded', async () => {
    const { operatorPath } = await pageModule<Operators>('operators/queries.js');
    expect(client.studioPath('a/b', 'devices', 'c d')).toBe('/studios/a%2Fb/devices/c%20d');
    expect(operatorPath('a/b', 'sessions')).toBe('/operators/a%2Fb/sessions');
  });

  it('that the console refuses is not repeated; one without an answer is, once', async () => {
    const { queryClient } = await pageModule<Queries>('api/query-client.js');
    const { retry } = queryClient.getDefaultOptions().queries ?? {};
    const { RequestRefused, ConsoleUnreachable } = await pageModule<Failures>('api/failure.js');
    const repeats = (failures: number, error: Error): boolean =>
      (retry as unknown as (failures: number, error: Error) => boolean)(failures, error);
    const lost = new ConsoleUnreachable();
    expect(repeats(0, new RequestRefused(403, 'x', 'no'))).toBe(false);
    expect([repeats(0, lost), repeats(1, lost)]).toEqual([true, false]);
  });

  it.each([
    ['connecting', false, 5_000],
    ['polling', false, 5_000],
    ['live', false, false],
    ['polling', true, false],
  ])('polls with the feed %s and an ended session %s: %s', async (feed, hasEnded, interval) => {
    const { queryClient } = await pageModule<Queries>('api/query-client.js');
    status.changeFeedStatus.set(feed);
    status.hasSessionEnded.set(hasEnded);
    expect((queryClient.getDefaultOptions().queries?.refetchInterval as unknown as () => unknown)()).toBe(interval);
  });
});

it.each([
  ['GET', '/studios', 401, true],
  ['PUT', '/session/password', 401, true],
  ['DELETE', '/sessions', 401, true],
  // Wrong credentials.
  ['POST', '/session', 401, false],
  ['GET', '/studios', 403, false],
])('%s %s answered with %d ends the session: %s', async (method, path, code, hasEnded) => {
  answer = () => refusal(code);
  await expect(client.sendRequest(method, path)).rejects.toThrow('no');
  expect(status.hasSessionEnded.get()).toBe(hasEnded);
});

describe('a change', () => {
  it.each([200, 409])('makes the page read again what it affects, answered with %d', async (code) => {
    const { useChangeRequest } = await pageModule<Changes>('api/change.js');
    const bench = pageBench([
      [['operators'], []],
      [['studios'], []],
    ]);
    const change = used(() => useChangeRequest(['operators']), bench);
    answer = () => (code === 200 ? Response.json({}) : refusal(code));
    await change(() => client.sendRequest('DELETE', '/operators/ann')).catch(() => undefined);
    const isOutdated = (key: string) => bench.client.getQueryState([key])?.isInvalidated;
    expect([isOutdated('operators'), isOutdated('studios')]).toEqual([true, false]);
  });

  it('of settings that someone else changed makes the page read them again', async () => {
    const { useSaveSettings } = await pageModule<Settings>('settings/queries.js');
    const key = ['studio', 'a', 'access'];
    const bench = pageBench([[key, { value: 1 }]]);
    answer = () => refusal(412);
    const save = used(() => useSaveSettings('a', 'access'), bench);
    await expect(save({}, { etag: '"1"' })).rejects.toThrow('no');
    expect(sent.map(({ headers }) => headers['If-Match'])).toEqual(['"1"']);
    expect(bench.client.getQueryState(key)?.isInvalidated).toBe(true);
  });
});

describe('the history', () => {
  const change = (id: number, fieldCount = 0) => ({ id, fields: [], fieldCount });
  const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => change(from - index));

  it('is exported page by page, each change with all its fields', async () => {
    const { readAllChanges } = await pageModule<History>('history/queries.js');
    answer = ({ url }) => {
      if (url.endsWith('/changes/7')) return Response.json({ change: { ...change(7), fields: ['all'] } });
      return Response.json({ changes: url.includes('before=') ? [change(7, 9)] : page(207, 200) });
    };
    const all = await readAllChanges('/changes', { operator: 'ann' });
    expect([all.length, all.at(-1)]).toEqual([201, { ...change(7), fields: ['all'] }]);
    expect(urls()).toEqual([
      'GET /api/changes?operator=ann&limit=200',
      'GET /api/changes?operator=ann&limit=200&before=8',
      'GET /api/changes/7',
    ]);
  });

  it('goes on after the oldest change that is shown', async () => {
    const { useHistory } = await pageModule<History>('history/queries.js');
    const bench = pageBench([[['changes', {}], { pages: [{ changes: page(90, 50) }], pageParams: [''] }]]);
    answer = () => Response.json({ changes: [] });
    await used(() => useHistory(['changes'], '/changes'), bench).fetchNextPage();
    expect(urls()).toEqual(['GET /api/changes?limit=50&before=41']);
  });
});

it('the list of studios is read to its last page', async () => {
  const { studiosQuery } = await pageModule<Studios>('api/studios.js');
  answer = ({ url }) => {
    const after = new URL(url, 'http://localhost').searchParams.get('after');
    return Response.json({
      studios: [{ id: `after ${after ?? ''}` }],
      next: after === 'b&c' ? null : after === null ? 'a' : 'b&c',
    });
  };
  expect((await studiosQuery.queryFn()).map(({ id }) => id)).toEqual(['after ', 'after a', 'after b&c']);
});
