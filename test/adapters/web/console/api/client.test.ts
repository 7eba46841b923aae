// What the page sends, and what it makes of an answer of the console, or of none.
import { expect, it, vi } from 'vitest';
import { sendRequest, studioPath } from '../../../../../adapters/web/console/api/client.js';
import {
  consoleReachable,
  hasSessionEnded,
  sessionEndReason,
  slowRequestCount,
} from '../../../../../adapters/web/console/api/connection-status.js';
import { operatorPath } from '../../../../../adapters/web/console/operators/queries.js';
import { held, refused, replied, server } from '../../page-server.js';

it('an answer has the tag and the version that the console sent, and none otherwise', async () => {
  server.reply('GET /studios/a', { a: 1 }, '"5"');
  expect(await sendRequest('GET', '/studios/a')).toEqual({ value: { a: 1 }, etag: '"5"', version: 7 });
  server.reply('DELETE /studios/a', undefined);
  expect(await sendRequest('DELETE', '/studios/a')).toEqual({ value: undefined, etag: null, version: null });
});

it.each([
  [{}, {}],
  [{ ifMatch: null }, {}],
  [{ ifMatch: '"5"' }, { 'if-match': '"5"' }],
  [{ body: null }, { 'content-type': 'application/json' }],
])('a request has what is given of %j', async (options, given) => {
  server.reply('PUT /studios/a', {});
  await sendRequest('PUT', '/studios/a', options);
  const headers = [...(server.requests[0]?.headers ?? [])].map(([name, value]) => [name.toLowerCase(), value]);
  expect(Object.fromEntries(headers)).toEqual({
    ...{ accept: 'application/json', 'x-idle-seconds': expect.any(String) as unknown, ...given },
  });
});

it('every part of a path is encoded', () => {
  expect(studioPath('a/b', 'devices', 'c d')).toBe('/studios/a%2Fb/devices/c%20d');
  expect(operatorPath('a/b', 'sessions')).toBe('/operators/a%2Fb/sessions');
});

it('an answer that is no JSON is reported by its status', async () => {
  server.answer('GET /studios', () => new Response('<html>', { status: 502 }));
  const refusal = { status: 502, code: 'unknown', message: 'The console answered 502' };
  await expect(sendRequest('GET', '/studios')).rejects.toMatchObject(refusal);
});

it('an answer is awaited for 30 s; then it is open whether the change was made, and no connection is lost', async () => {
  const timeout = new AbortController();
  const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  server.answer('PUT /studios', held().answer);
  const reply = sendRequest('PUT', '/studios', { signal: new AbortController().signal });
  timeout.abort(new DOMException('', 'TimeoutError'));
  await expect(reply).rejects.toThrow('The console took too long to respond.');
  expect([begin.mock.calls, consoleReachable.get()]).toEqual([[[30_000]], true]);
});

it('the console is reachable with each answer, also with a refusal, and not without one', async () => {
  server.answer('GET /studios', () => Promise.reject(new TypeError('failed')));
  await expect(sendRequest('GET', '/studios')).rejects.toThrow('No connection');
  expect(consoleReachable.get()).toBe(false);
  server.answer('GET /studios', () => refused(403, 'no'));
  await expect(sendRequest('GET', '/studios')).rejects.toThrow('no');
  expect(consoleReachable.get()).toBe(true);
});

it('the console stays reachable when the page itself ends a request', async () => {
  const end = new AbortController();
  server.answer('GET /find', held().answer);
  const reply = sendRequest('GET', '/find', { signal: end.signal });
  end.abort();
  await expect(reply).rejects.toThrow(/abort/i);
  expect(consoleReachable.get()).toBe(true);
});

it.each(['answered', 'lost'])(
  'the console is slow while a request takes longer than 4 s, until it is %s',
  async (end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    server.answer('GET /a', () => promise);
    const reply = sendRequest('GET', '/a').catch(() => undefined);
    vi.advanceTimersByTime(3_999);
    expect(slowRequestCount.get()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(slowRequestCount.get()).toBe(1);
    if (end === 'answered') resolve(replied({}));
    else reject(new TypeError('failed'));
    await reply;
    expect(slowRequestCount.get()).toBe(0);
  },
);

it.each([
  ['GET', '/studios', 401, true, 'over'],
  ['PUT', '/session/password', 401, true, null],
  ['DELETE', '/sessions', 401, true, null],
  ['GET', '/session', 401, false, 'over'],
  // Wrong credentials.
  ['POST', '/session', 401, false, null],
  ['GET', '/studios', 403, false, null],
])('%s %s answered with %d ends the session: %s, because of %s', async (method, path, status, hasEnded, reason) => {
  server.answer(`${method} ${path}`, () => refused(status, 'over'));
  await expect(sendRequest(method, path)).rejects.toThrow('over');
  expect([hasSessionEnded.get(), sessionEndReason.get()]).toEqual([hasEnded, reason]);
});
