// What the page sends, and what it makes of an answer of the console, or of none.
import { expect, it, vi } from 'vitest';
import { call, urlOf } from '../../../../../adapters/web/console/api/client.js';
import {
  consoleReachable,
  hasSessionEnded,
  sessionEndReason,
  slowRequestCount,
} from '../../../../../adapters/web/console/api/connection-status.js';
import { held, refused, replied, server } from '../../page-server.js';

it('an answer has the tag and the version that the console sent, and none otherwise', async () => {
  server.reply('GET /studios/a', { a: 1 }, '"5"');
  expect(await call('studio.get', { params: { id: 'a' } })).toEqual({ value: { a: 1 }, etag: '"5"', version: 7 });
  server.reply('DELETE /studios/a', undefined);
  expect(await call('studio.remove', { params: { id: 'a' } })).toEqual({ value: undefined, etag: null, version: null });
});

it.each([
  [{}, {}],
  [{ ifMatch: null }, {}],
  [{ ifMatch: '"5"' }, { 'if-match': '"5"' }],
])('a request has what is given of %j', async (options, given) => {
  server.reply('DELETE /studios/a', {});
  await call('studio.remove', { params: { id: 'a' }, ...options });
  const headers = [...(server.requests[0]?.headers ?? [])].map(([name, value]) => [name.toLowerCase(), value]);
  expect(Object.fromEntries(headers)).toEqual({
    ...{ accept: 'application/json', 'x-idle-seconds': expect.any(String) as unknown, ...given },
  });
});

it('a request with a body has it as JSON', async () => {
  server.reply('PATCH /studios/a', {});
  await call('studio.rename', { params: { id: 'a' }, body: { name: 'New' } });
  expect(server.requests[0]?.body).toEqual({ name: 'New' });
  expect(server.requests[0]?.headers.get('content-type')).toBe('application/json');
});

it('every part of a path is encoded; parameters that it does not name are those of the query', () => {
  expect(urlOf('device.get', { id: 'a/b', device: 'c d' })).toBe('/api/studios/a%2Fb/devices/c%20d');
  expect(urlOf('change.list', { id: 'a', operator: 'c&d', limit: undefined })).toBe(
    '/api/studios/a/changes?operator=c%26d',
  );
});

it('an answer that is no JSON is reported by its status', async () => {
  server.answer('GET /studios', () => new Response('<html>', { status: 502 }));
  const refusal = { status: 502, code: 'unknown', message: 'The console answered 502' };
  await expect(call('studio.list')).rejects.toMatchObject(refusal);
});

it('an answer is awaited for 30 s; then it is open whether the change was made, and no connection is lost', async () => {
  const timeout = new AbortController();
  const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  server.answer('GET /studios', held().answer);
  const reply = call('studio.list', { signal: new AbortController().signal });
  timeout.abort(new DOMException('', 'TimeoutError'));
  await expect(reply).rejects.toThrow('The console took too long to respond.');
  expect([begin.mock.calls, consoleReachable.get()]).toEqual([[[30_000]], true]);
});

it('the console is reachable with each answer, also with a refusal, and not without one', async () => {
  server.answer('GET /studios', () => Promise.reject(new TypeError('failed')));
  await expect(call('studio.list')).rejects.toThrow('No connection');
  expect(consoleReachable.get()).toBe(false);
  server.answer('GET /studios', () => refused(403, 'no'));
  await expect(call('studio.list')).rejects.toThrow('no');
  expect(consoleReachable.get()).toBe(true);
});

it('the console stays reachable when the page itself ends a request', async () => {
  const end = new AbortController();
  server.answer('GET /find?text=a', held().answer);
  const reply = call('record.find', { params: { text: 'a' }, signal: end.signal });
  end.abort();
  await expect(reply).rejects.toThrow(/abort/i);
  expect(consoleReachable.get()).toBe(true);
});

it.each(['answered', 'lost'])(
  'the console is slow while a request takes longer than 4 s, until it is %s',
  async (end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    server.answer('GET /studios', () => promise);
    const reply = call('studio.list').catch(() => undefined);
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
  ['studio.list', 'GET /studios', 401, true, 'over'],
  ['session.second-factor.offer', 'POST /session/second-factor', 401, true, null],
  ['session.end.others', 'DELETE /sessions', 401, true, null],
  ['session.get', 'GET /session', 401, false, 'over'],
  // Already signed out.
  ['session.end', 'DELETE /session', 401, false, null],
  ['studio.list', 'GET /studios', 403, false, null],
] as const)(
  '%s: %s answered with %d ends the session: %s, because of %s',
  async (name, request, status, hasEnded, reason) => {
    server.answer(request, () => refused(status, 'over', status === 401 ? { sessionEnded: 'idle' } : {}));
    await expect(call(name)).rejects.toThrow('over');
    expect([hasSessionEnded.get(), sessionEndReason.get()]).toEqual([hasEnded, reason]);
  },
);

it('without a session there is no reason why it has ended', async () => {
  server.answer('GET /studios', () => refused(401, 'an operator must be signed in'));
  await expect(call('studio.list')).rejects.toThrow('an operator must be signed in');
  expect([hasSessionEnded.get(), sessionEndReason.get()]).toEqual([true, null]);
});

it('a sign-in with wrong credentials does not end the session', async () => {
  server.answer('POST /session', () => refused(401, 'wrong'));
  const body = { username: 'ann', password: 'wrong', code: null };
  await expect(call('session.begin', { body })).rejects.toThrow('wrong');
  expect([hasSessionEnded.get(), sessionEndReason.get()]).toEqual([false, null]);
});
