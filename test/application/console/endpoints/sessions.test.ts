// Sessions of operators: listed, ended, idle for too long; and roles that change while a page is open.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionOverview } from '../../../../application/console/endpoints/sessions.js';
import { idleHeader } from '../../../../adapters/http/console/guard/operator-lookup.js';
import {
  followEvents,
  listeningUrl,
  testAdmin,
  testConsole,
  type ConsoleUnderTest,
  type FollowedEvents,
} from '../console.js';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const vera = { username: 'vera', password: 'very secret' };
const hourMs = 3_600_000;

let app: ConsoleUnderTest;
type Headers = Record<string, string>;

const signIn = async (operator: typeof vera, userAgent = firefox, address = '198.51.100.7'): Promise<Headers> =>
  app.signIn(operator, { address, headers: { 'user-agent': userAgent } });
const statusOf = async (headers: Headers) => (await app.call('GET', '/api/session', { headers })).status;
const sessionsOf = async (headers: Headers, path = '/api/sessions'): Promise<readonly SessionOverview[]> =>
  ((await app.call('GET', path, { headers })).body as { sessions: readonly SessionOverview[] }).sessions;

beforeEach(async () => {
  app = await testConsole();
  const account = { ...vera, studioRoles: { 'studio-1': 'viewer' } };
  expect((await app.operate('POST', '/api/operators', account)).status).toBe(201);
});

describe('sessions', () => {
  it('are listed with their times, address and browser, the last used first', async () => {
    const older = await signIn(vera, 'curl/8.5.0', '10.0.0.9');
    await app.clock.advance(60_000);
    const newer = await signIn(vera);
    const began = new Date(app.clock.now()).toISOString();
    const listed = await sessionsOf(newer);
    expect(listed).toMatchObject([
      { createdAt: began, lastUsedAt: began, address: '198.51.100.7', browser: 'Firefox on Linux', current: true },
      { address: '10.0.0.9', browser: 'curl', current: false },
    ]);
    const { id } = (await sessionsOf(older)).find(({ current }) => current) ?? {};
    expect(id).toBe(listed[1]?.id);
    expect(JSON.stringify(listed)).not.toContain(app.ports.hashSecret(newer['cookie']?.split('=')[1] ?? ''));
  });

  it('are ended one at a time, or all others at once', async () => {
    const [one, two, three] = [await signIn(vera), await signIn(vera), await signIn(vera)];
    const [own] = (await sessionsOf(two)).filter(({ current }) => current);
    expect((await app.call('DELETE', `/api/sessions/${own?.id ?? ''}`, { headers: one })).status).toBe(204);
    expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([200, 401, 200]);
    expect((await app.call('DELETE', '/api/sessions', { headers: one })).status).toBe(204);
    expect([await statusOf(one), await statusOf(three)]).toEqual([200, 401]);
    expect((await app.call('DELETE', '/api/sessions/nothing', { headers: one })).status).toBe(404);
  });

  it('that are ended are all named in the audit log, by browser and address', async () => {
    const own = await signIn(vera);
    await signIn(vera, 'curl/8.5.0', '10.0.0.9');
    await signIn(vera, firefox, '10.0.0.8');
    expect((await app.call('DELETE', '/api/sessions', { headers: own })).status).toBe(204);
    const summary = app.audit.events.at(-1)?.summary ?? '';
    expect(summary.split(': ')[1]?.split(', ').toSorted()).toEqual([
      'Firefox on Linux at 10.0.0.8',
      'curl at 10.0.0.9',
    ]);
  });

  const changes: readonly [string, () => Promise<unknown>][] = [
    ['gets a new password', () => app.operate('POST', '/api/operators/vera/password')],
    ['is disabled', () => app.operate('PATCH', '/api/operators/vera', { disabled: true })],
  ];

  it.each(changes)(
    '@OPERATOR-5: do not begin if the operator %s while the password is being checked',
    async (_what, change) => {
      const checked = app.passwords.hold();
      const signingIn = app.call('POST', '/api/session', { body: vera });
      await vi.waitFor(() => {
        expect(app.passwords.checks).toBe(2);
      });
      await change();
      checked.release();
      const reply = await signingIn;
      expect([reply.status, reply.headers['set-cookie']]).toEqual([401, undefined]);
      expect(await app.ports.store.sessionsOf('vera')).toEqual([]);
    },
  );

  it.each(changes)(
    '@OPERATOR-5: do not begin if the operator %s just before they are stored',
    async (_what, change) => {
      const { store } = app.ports;
      const addSession = store.addSession.bind(store);
      vi.spyOn(store, 'addSession').mockImplementationOnce(async (...added) => {
        await change();
        await addSession(...added);
      });
      const reply = await app.call('POST', '/api/session', { body: vera });
      expect([reply.status, reply.headers['set-cookie']]).toEqual([401, undefined]);
      expect(await store.sessionsOf('vera')).toEqual([]);
    },
  );

  it('of others are hidden from everybody but admins, who may end them', async () => {
    const [mine, admins] = [await signIn(vera), await signIn(testAdmin)];
    const [of] = await sessionsOf(admins, '/api/operators/vera/sessions');
    const [adminSession] = await sessionsOf(admins);
    const path = `/api/operators/vera/sessions/${of?.id ?? ''}`;
    for (const [method, url] of [
      ['GET', '/api/operators/admin/sessions'],
      ['DELETE', '/api/operators/admin/sessions'],
      ['DELETE', `/api/operators/admin/sessions/${adminSession?.id ?? ''}`],
    ] as const)
      expect((await app.call(method, url, { headers: mine })).status).toBe(403);
    expect((await app.call('DELETE', `/api/sessions/${adminSession?.id ?? ''}`, { headers: mine })).status).toBe(404);
    expect(await statusOf(admins)).toBe(200);
    expect((await app.call('DELETE', path, { headers: admins })).status).toBe(204);
    expect(await statusOf(mine)).toBe(401);
    const again = await signIn(vera);
    expect((await app.operate('DELETE', '/api/operators/vera/sessions')).status).toBe(204);
    expect(await statusOf(again)).toBe(401);
    expect((await app.operate('GET', '/api/operators/nobody/sessions')).status).toBe(404);
  });
});

describe('a session without activity', () => {
  it('ends after an hour, and the response says why', async () => {
    const headers = await signIn(vera);
    await app.clock.advance(hourMs - 1);
    expect(await statusOf(headers)).toBe(200);
    await app.clock.advance(hourMs);
    expect(await app.call('GET', '/api/studios', { headers })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized', message: 'signed out after 60 minutes without activity', sessionEnded: 'idle' },
    });
    expect(await sessionsOf(await signIn(vera))).toHaveLength(1);
  });

  it('is not kept alive by the event stream of an open page', async () => {
    const headers = await signIn(vera);
    const { port } = await app.server.listen(0, '127.0.0.1');
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${String(port)}/api/events`, { headers, signal: stop.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    await app.clock.advance(hourMs / 2);
    // The stream looks up its operator for the event.
    await app.operate('PATCH', '/api/operators/vera', { studioRoles: { 'studio-1': 'admin' } });
    await reader?.read();
    await app.clock.advance(hourMs / 2 + 1);
    expect(await statusOf(headers)).toBe(401);
    stop.abort();
    await app.server.close(0);
  });

  it('is not kept alive by requests that a page makes by itself', async () => {
    const headers = await signIn(vera);
    for (let minute = 1; minute < 60; minute += 1) {
      await app.clock.advance(60_000);
      expect(await statusOf({ ...headers, [idleHeader]: String(minute * 60) })).toBe(200);
    }
    await app.clock.advance(60_000);
    expect(await statusOf({ ...headers, [idleHeader]: '3600' })).toBe(401);
  });

  it('is counted from what the person did last, which a later request reports', async () => {
    const headers = await signIn(vera);
    await app.clock.advance(50 * 60_000);
    expect(await statusOf({ ...headers, [idleHeader]: '1200' })).toBe(200);
    await app.clock.advance(39 * 60_000);
    expect(await statusOf({ ...headers, [idleHeader]: '3540' })).toBe(200);
    await app.clock.advance(60_000);
    expect(await statusOf({ ...headers, [idleHeader]: '3600' })).toBe(401);
  });

  it('expires after twelve hours, and the response states it', async () => {
    const headers = await signIn(vera);
    for (let hour = 0; hour < 12; hour += 1) {
      await app.clock.advance(hourMs - 1);
      // A further session removes those that have expired, and no other.
      await signIn(vera);
      expect(await statusOf(headers)).toBe(200);
    }
    await app.clock.advance(12);
    expect((await app.call('GET', '/api/studios', { headers })).body).toMatchObject({
      message: 'the session has expired',
      sessionEnded: 'expired',
    });
  });
});

describe('a generated password', () => {
  it('is returned once, for a new operator or after a reset, and is valid', async () => {
    const added = await app.operate('POST', '/api/operators', { username: 'otto', role: 'operator' });
    const { password } = added.body as { password: string };
    const headers = await signIn({ username: 'otto', password });
    expect(await statusOf(headers)).toBe(200);
    const reset = await app.operate('POST', '/api/operators/otto/password', {});
    const next = (reset.body as { password: string }).password;
    expect(next).not.toBe(password);
    expect(await statusOf(headers)).toBe(401);
    expect(await statusOf(await signIn({ username: 'otto', password: next }))).toBe(200);
    expect((await app.operate('GET', '/api/changes')).text).not.toContain(next);
    expect((await app.operate('POST', '/api/operators/nobody/password', {})).status).toBe(404);
  });
});

describe('an open event stream', () => {
  const receives = ({ events }: FollowedEvents, ...expected: readonly object[]) =>
    vi.waitFor(() => {
      expect(events).toMatchObject(expected);
    });
  const studio = (id: string) => ({ event: 'studio', data: { id } });
  const roles = (studioRoles: object) => ({ event: 'session', data: { username: 'vera', role: null, studioRoles } });

  it('shows the studios of its operator, and follows changes of the roles at once', async () => {
    await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Two' });
    const stream = await followEvents(`${await listeningUrl(app)}/api/events`, await signIn(vera));
    await receives(stream, studio('studio-1'));
    await app.operate('PATCH', '/api/studios/studio-2', { name: 'Hidden' });
    await app.operate('POST', '/api/operators', { username: 'otto' });
    const both = { 'studio-1': 'viewer', 'studio-2': 'operator' };
    await app.operate('PATCH', '/api/operators/vera', { studioRoles: both });
    await receives(stream, studio('studio-1'), roles(both), {
      event: 'studio',
      data: { id: 'studio-2', name: 'Hidden' },
    });
    stream.events.splice(0);
    await app.operate('PATCH', '/api/operators/vera', { studioRoles: { 'studio-2': 'operator' } });
    await app.operate('PATCH', '/api/studios/studio-1', { name: 'Now hidden' });
    await app.operate('PATCH', '/api/studios/studio-2', { name: 'Seen' });
    await receives(
      stream,
      roles({ 'studio-2': 'operator' }),
      { event: 'removed', data: { studioId: 'studio-1' } },
      { event: 'studio', data: { id: 'studio-2', name: 'Seen' } },
    );
  });
});
