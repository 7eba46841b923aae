// The replies that the console's server makes of failures: the status, the headers and the whole body of each.
import { expect, it } from 'vitest';
import { withRequestGuard } from '../../adapters/http/console/guard/request-guard.js';
import { withStoreUnavailableReply } from '../../adapters/http/console/guard/store-unavailable.js';
import { metricsRoutes } from '../../adapters/http/console/routes/metrics-route.js';
import { byMethod } from '../../adapters/http/console/routes/methods.js';
import { enrolmentRequired, failureReply, signInFailureReply } from '../../adapters/http/console/routes/replies.js';
import { askForHeartbeats, type HeartbeatPorts } from '../../adapters/http/console/routes/sync-heartbeats.js';
import { textReply, type HttpReply } from '../../adapters/http/server/reply.js';
import type { HttpRequest } from '../../adapters/http/server/request.js';
import type { SignInFailure } from '../../application/console/sign-in/sign-in-failure.js';
import { StoreFull, StoreUnavailable } from '../../application/ports/console-store.js';
import { ownNames } from '../../domain/access/browser-guard.js';
import { changedMeanwhile } from '../../domain/console/failure.js';
import { failure, type FailureCode } from '../../domain/failure.js';
import { leveledLog } from '../support/leveled-log.js';

const bodyOf = ({ body }: HttpReply): unknown => JSON.parse(String(body));

const request = (changes: Partial<HttpRequest> = {}): HttpRequest =>
  ({ method: 'GET', scheme: 'http', address: '192.0.2.1', headers: {}, ...changes }) as HttpRequest;

it.each<readonly [SignInFailure, number, string]>([
  [{ kind: 'wrong_credentials' }, 401, 'an operator must be signed in'],
  [{ kind: 'session_idle', idleMs: 60_000 }, 401, 'signed out after 1 minute without activity'],
  [{ kind: 'session_idle', idleMs: 1_800_000 }, 401, 'signed out after 30 minutes without activity'],
  [{ kind: 'session_expired' }, 401, 'the session has expired'],
  [
    { kind: 'session_required' },
    401,
    'this account has a second factor, or needs one, so HTTP Basic is not accepted: begin a session',
  ],
])('the sign-in failure %j is %d: %s', (failed, status, message) => {
  const reply = signInFailureReply(failed);
  expect([reply.status, bodyOf(reply)]).toEqual([status, { ok: false, error: 'unauthorized', message }]);
  expect(reply.headers).not.toHaveProperty('WWW-Authenticate');
});

it('a page learns that a second factor is to be shown, or to be set up', () => {
  const code = signInFailureReply({ kind: 'code_required' });
  const message = 'a code of the second factor is required';
  expect([code.status, bodyOf(code)]).toEqual([
    401,
    { ok: false, error: 'unauthorized', message, secondFactor: 'code' },
  ]);
  expect([enrolmentRequired.status, bodyOf(enrolmentRequired)]).toEqual([
    403,
    {
      ...{ ok: false, error: 'forbidden', secondFactor: 'enrolment' },
      message: 'this console requires a second factor: set one up first',
    },
  ]);
});

it.each<readonly [SignInFailure, number, string, string]>([
  [{ kind: 'throttled', retryAfterMs: 1_001 }, 429, 'too_many_attempts', 'too many failed sign-ins: wait 2 seconds'],
  [{ kind: 'busy', retryAfterMs: 1_001 }, 503, 'unavailable', 'too many sign-ins at the same time: wait 2 seconds'],
])('%j names the whole seconds to wait', (failed, status, error, message) => {
  const reply = signInFailureReply(failed);
  expect([reply.status, reply.headers?.['Retry-After'], bodyOf(reply)]).toEqual([
    status,
    '2',
    { ok: false, error, message },
  ]);
});

it.each<readonly [FailureCode, number]>([
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['conflict', 409],
  ['invalid_parameter', 400],
  ['unavailable', 503],
  ['device_error', 500],
])('the failure %s is %d', (code, status) => {
  const reply = failureReply(failure(code, 'why'));
  expect([reply.status, bodyOf(reply)]).toEqual([status, { ok: false, error: code, message: 'why' }]);
});

it('settings that were changed in the meantime are 412', () => {
  const message = 'these settings have been changed in the meantime: reload them and try again';
  const reply = failureReply(changedMeanwhile);
  expect([reply.status, bodyOf(reply)]).toEqual([412, { ok: false, error: 'changed_meanwhile', message }]);
});

it('a method that a path does not take is 405, with those that it takes', async () => {
  const reply = await byMethod({ GET: () => textReply(200, ''), PUT: () => textReply(200, '') })(
    request({ method: 'POST' }),
  );
  const message = 'POST is not allowed here; allowed: GET, PUT, HEAD';
  expect([reply.status, reply.headers?.['Allow'], bodyOf(reply)]).toEqual([
    405,
    'GET, PUT, HEAD',
    { ok: false, error: 'method_not_allowed', message },
  ]);
});

it('a store that can’t be reached is 503, and another error is none of that', async () => {
  const failing = (error: Error) => withStoreUnavailableReply(() => Promise.reject(error))(request());
  const reply = await failing(new StoreUnavailable());
  const message = "the console's database can't be reached; try again soon";
  expect([reply.status, reply.headers?.['Retry-After'], bodyOf(reply)]).toEqual([
    503,
    '1',
    { ok: false, error: 'unavailable', message },
  ]);
  const full = await failing(new StoreFull('the disk is full'));
  expect([full.status, bodyOf(full)]).toEqual([503, { ok: false, error: 'unavailable', message: 'the disk is full' }]);
  await expect(failing(new Error('broke'))).rejects.toThrow('broke');
});

it.each([
  [
    'without encryption',
    true,
    {},
    'the console accepts only HTTPS; a trusted proxy must send X-Forwarded-Proto: https',
  ],
  [
    'by an unknown name',
    false,
    { host: 'elsewhere.example', 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'none' },
    'this host name is not one of the console; CONSOLE_NAMES lists those that are accepted',
  ],
  [
    'from another page',
    false,
    { origin: 'http://page.example', host: '192.0.2.9' },
    'requests from pages of another origin are refused',
  ],
])('a request %s is 403', async (_what, encryptedOnly, headers, message) => {
  const guard = withRequestGuard({ trustedProxies: [], names: ownNames('localhost', []), encryptedOnly });
  const reply = await guard(() => textReply(200, ''))(request({ method: 'POST', headers }));
  expect([reply.status, bodyOf(reply)]).toEqual([403, { ok: false, error: 'forbidden', message }]);
});

it('metrics need their token', async () => {
  const recorder = { collect: () => Promise.resolve({ text: 'm 1', contentType: 'text/plain' }) } as never;
  const same = (text: string): string => text;
  const hashing = { hashSecret: same, hashesEqual: (one: string, other: string) => one === other };
  const [[path, handler] = ['', () => textReply(404, '')]] = metricsRoutes({ recorder, token: 'secret' }, hashing);
  expect([path, metricsRoutes({ recorder }, hashing), metricsRoutes(undefined, hashing)]).toEqual(['/metrics', [], []]);
  for (const authorization of [undefined, 'Bearer other', 'Basic secret', 'Bearer secrets', 'secret']) {
    const reply = await handler(request({ headers: { authorization } }));
    expect([reply.status, reply.headers?.['WWW-Authenticate'], bodyOf(reply)]).toEqual([
      401,
      'Bearer realm="metrics"',
      { ok: false, error: 'unauthorized', message: 'the metrics token is required, as Authorization: Bearer' },
    ]);
  }
  expect(await handler(request({ headers: { authorization: 'Bearer secret' } }))).toEqual({
    ...{ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'm 1', isCallerKnown: true },
  });
});

it('@STATUS-8: a stream of a service without heartbeats is forgotten, ended and logged', () => {
  const log = leveledLog();
  const [ended, sent]: unknown[][] = [[], []];
  let onSilent = (): void => undefined;
  const ports = {
    ...{ log, secrets: { id: () => 'stream-1' } },
    heartbeats: {
      expect: (stream: unknown, silent: () => void) => {
        sent?.push(stream);
        onSilent = silent;
        return () => undefined;
      },
    },
  } as unknown as HeartbeatPorts;
  askForHeartbeats(ports, request({ headers: { 'x-service-sends': 'heartbeats' } }), {
    ...{ studioId: 'studio-1', keyHash: 'hash' },
    send: (event) => void sent?.push(event),
    end: () => void ended?.push('end'),
    disconnect: () => void ended?.push('disconnect'),
  });
  expect(sent).toEqual([
    { event: 'heartbeat', data: { stream: 'stream-1', everyMs: 15_000 } },
    { id: 'stream-1', studioId: 'studio-1', keyHash: 'hash' },
  ]);
  onSilent();
  expect(ended).toEqual(['disconnect', 'end']);
  expect(log.lines).toEqual([['warn', 'a service sends no heartbeats: its stream is ended', { studio: 'studio-1' }]]);
});
