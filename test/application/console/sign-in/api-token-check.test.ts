// API tokens as attackers and programs use them: unknown ones, expired ones, and where a right one is accepted.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiTokenOverview } from '../../../../application/console/endpoints/api-tokens.js';
import { StoreFull } from '../../../../application/ports/console-store.js';
import { freeFailures } from '../../../../domain/access/sign-in-delay.js';
import { followEvents, listeningUrl, testConsole, type ConsoleUnderTest } from '../console.js';
import { writtenFailures } from './written-failures.js';

const unknownToken = `sca_${'0'.repeat(32)}`;
const home = '198.51.100.7';
const minuteMs = 60_000;

let app: ConsoleUnderTest;
let token: string;
let id: string;

const make = async (body: object) => {
  const made = await app.operate('POST', '/api/api-tokens', body);
  return { ...made, made: made.body as { readonly token: string; readonly apiToken: ApiTokenOverview } };
};
const bearer = (text: string): { authorization: string } => ({ authorization: `Bearer ${text}` });
const call = (text = token, address = home, url = '/api/studios') =>
  app.call('GET', url, { headers: bearer(text), address });
const listed = async (): Promise<ApiTokenOverview | undefined> =>
  ((await app.operate('GET', '/api/api-tokens')).body as { apiTokens: readonly ApiTokenOverview[] }).apiTokens[0];
const guess = async (address: string): Promise<void> => {
  for (let at = 0; at < freeFailures.network; at += 1) await call(`sca_${String(at).padStart(32, '0')}`, address);
};

beforeEach(async () => {
  app = await testConsole();
  const { status, made } = await make({ name: 'newsroom', studioRoles: { 'studio-1': 'operator' } });
  expect(status).toBe(201);
  ({ token } = made);
  ({ id } = made.apiToken);
});

describe('an unknown API token', () => {
  it('@API-TOKEN-4: counts as a failed sign-in of its network, and the next one waits', async () => {
    const first = await call(unknownToken);
    expect([first.status, first.body]).toMatchObject([401, { message: 'the console has no such API token' }]);
    await guess(home);
    const written = writtenFailures(app.ports.store);
    const waiting = await call(unknownToken);
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([429, '5']);
    expect((await call(`sca_${'x'.repeat(32)}`)).status).toBe(429);
    expect(await written()).toBe(0);
    expect(app.audit.refusals.map(({ caller, operation }) => [caller, operation])).toContainEqual([null, 'api-token']);
  });

  it('@API-TOKEN-4: of others of the network makes a right one wait, unless it was used at its address before', async () => {
    expect((await call()).status).toBe(200);
    await guess(home);
    expect((await call()).status).toBe(200);
    await app.clock.advance(minuteMs);
    await guess(home);
    expect([(await call()).status, (await call(token, '198.51.100.8')).status]).toEqual([200, 200]);
    await guess('203.0.113.1');
    expect([(await call(token, '203.0.113.1')).status, (await call()).status]).toEqual([429, 200]);
  });

  it('is the same as one that is cut off, with another case, or in other places', async () => {
    const wrong = [token.slice(0, -1), `${token}0`, `sca_${token.slice(4).toUpperCase()}`];
    for (const text of wrong) expect((await call(text)).status).toBe(401);
    expect((await app.call('GET', `/api/studios?token=${token}`)).status).toBe(401);
    const asPassword = `Basic ${Buffer.from(`newsroom:${token}`).toString('base64')}`;
    expect((await app.call('GET', '/api/studios', { headers: { authorization: asPassword } })).status).toBe(401);
  });
});

describe('an API token', () => {
  it.each([
    ['was revoked', () => app.operate('POST', `/api/api-tokens/${id}/revoke`)],
    ['has expired', () => app.clock.advance(61 * minuteMs)],
  ])('@API-TOKEN-3: that %s is refused at once, and the answer states it', async (what, end) => {
    const expiresAt = new Date(app.clock.now() + 60 * minuteMs).toISOString();
    const other = (await make({ name: 'short', role: 'viewer', expiresAt })).made;
    if (what === 'has expired') ({ token } = other);
    expect((await call()).status).toBe(200);
    await end();
    const reads = vi.spyOn(app.ports.store, 'changeFailures');
    for (let at = 0; at <= freeFailures.network; at += 1)
      expect(await call()).toMatchObject({ status: 401, body: { message: `the API token ${what}` } });
    expect(reads).not.toHaveBeenCalled();
    expect((await listed())?.state).toBe(what === 'was revoked' ? 'revoked' : 'active');
  });

  it('@API-TOKEN-3: that is revoked loses its event streams, and begins no session', async () => {
    const url = await listeningUrl(app);
    const stream = await followEvents(`${url}/api/events`, bearer(token));
    await app.operate('POST', `/api/api-tokens/${id}/revoke`);
    await stream.ended;
    expect((await call(token, home, '/api/session')).headers['set-cookie']).toBeUndefined();
    await app.server.close(0);
  });

  it('that is removed ends its event streams, which are no failed sign-ins', async () => {
    const url = await listeningUrl(app);
    const stream = await followEvents(`${url}/api/events`, bearer(token));
    const written = writtenFailures(app.ports.store);
    const historyEntry = { time: 1, operator: 'admin', action: 'test', summary: 'removed it' };
    await app.ports.store.changeApiTokens(() => E.right({ tokens: [], historyEntry }));
    await stream.ended;
    expect(await written()).toBe(0);
    await app.server.close(0);
  });

  it('@CONSOLE-36: reads also while the disk is full', async () => {
    vi.spyOn(app.ports.store, 'useApiToken').mockRejectedValue(new StoreFull());
    expect((await call()).status).toBe(200);
  });

  it('@API-TOKEN-5: has a last use to the minute, and a sign-in in the audit log from each new address', async () => {
    const began = new Date(app.clock.now()).toISOString();
    expect(await listed()).toMatchObject({ lastUsedAt: null, lastAddress: null, state: 'active' });
    await call();
    await app.clock.advance(minuteMs - 1);
    await call();
    expect(await listed()).toMatchObject({ lastUsedAt: began, lastAddress: home });
    await app.clock.advance(1);
    await call();
    expect((await listed())?.lastUsedAt).toBe(new Date(app.clock.now()).toISOString());
    for (const address of ['203.0.113.9', home, '203.0.113.9']) {
      await app.clock.advance(minuteMs);
      await call(token, address);
    }
    const signIns = app.audit.events.filter(
      ({ caller, kind }) => caller === 'api-token:newsroom' && kind === 'sign-in',
    );
    expect(signIns.map(({ address }) => address)).toEqual([home, '203.0.113.9']);
  });

  it('@API-TOKEN-6: is the author of its changes, in the history and in the audit log', async () => {
    const device = { name: 'Panel', access: 'read_only' };
    const url = '/api/studios/studio-1/devices';
    const added = await app.call('POST', url, { headers: bearer(token), body: device });
    expect(added.status).toBe(201);
    expect(app.audit.events.at(-1)).toMatchObject({ caller: 'api-token:newsroom', operation: 'device.add' });
    const [entry] = await app.ports.store.history('studio-1', { limit: 1 });
    expect(entry?.operator).toBe('api-token:newsroom');
  });

  it('counts before the session of a browser, but the bearer token that a proxy adds does not', async () => {
    const session = await app.signIn();
    const withCookie = (authorization: string) =>
      app.call('GET', '/api/operators', { headers: { ...session, authorization } });
    expect((await withCookie(`Bearer ${token}`)).status).toBe(403);
    expect((await withCookie('Bearer eyJhbGciOi')).status).toBe(200);
    const fromPage = { ...bearer(token), origin: 'https://elsewhere.example' };
    expect((await app.call('POST', '/api/studios', { headers: fromPage, body: {} })).status).toBe(403);
  });

  it('@API-TOKEN-7: that is active is not removed', async () => {
    expect((await app.operate('DELETE', `/api/api-tokens/${id}`)).status).toBe(409);
    expect((await call()).status).toBe(200);
  });

  it('is not made with an expiry in the past, for an unknown studio, or with a name in use; and removed for good', async () => {
    const past = new Date(app.clock.now()).toISOString();
    expect((await make({ name: 'x', expiresAt: past })).status).toBe(400);
    expect((await make({ name: 'x', studioRoles: { nowhere: 'viewer' } })).status).toBe(400);
    expect((await make({ name: 'Newsroom', role: 'viewer' })).status).toBe(409);
    const revoke = () => app.operate('POST', `/api/api-tokens/${id}/revoke`);
    const [first, second] = await Promise.all([revoke(), revoke()]);
    expect(first.body).toEqual(second.body);
    expect((await app.operate('DELETE', `/api/api-tokens/${id}`)).status).toBe(204);
    const history = await app.ports.store.history(null, { limit: 3 });
    expect(history.map(({ action }) => action)).toEqual(['api-token.remove', 'api-token.revoke', 'api-token.add']);
    expect((await app.operate('DELETE', `/api/api-tokens/${id}`)).status).toBe(404);
    expect((await make({ name: 'Newsroom', role: 'viewer' })).status).toBe(201);
    expect((await call()).body).toMatchObject({ message: 'the console has no such API token' });
  });
});
