// What sessions read and write in the store: the present account, and the last use.
import { beforeEach, expect, it, vi } from 'vitest';
import { testAdmin, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const otto = { username: 'otto', password: 'very secret' };

beforeEach(async () => {
  app = await testConsole();
});

it('@OPERATOR-5: a session is refused once its account is disabled, also before the session is removed', async () => {
  const headers = await app.signIn();
  const operator = await app.ports.store.operator(testAdmin.username);
  if (operator === undefined) throw new Error('expected an operator');
  vi.spyOn(app.ports.store, 'operator').mockResolvedValue({ ...operator, disabled: true });
  expect((await app.call('GET', '/api/session', { headers })).status).toBe(401);
});

it('a session begins with the roles that its operator has got while the password was checked', async () => {
  await app.operate('POST', '/api/operators', { ...otto, role: 'viewer' });
  const checked = app.passwords.hold();
  const signingIn = app.call('POST', '/api/session', { body: otto });
  await vi.waitFor(() => {
    expect(app.passwords.checks).toBe(2);
  });
  await app.operate('PATCH', '/api/operators/otto', { role: 'operator' });
  checked.release();
  expect((await signingIn).body).toMatchObject({ username: 'otto', role: 'operator' });
});

it('the use of a session is stored once in ten seconds', async () => {
  const headers = await app.signIn();
  const stored = vi.spyOn(app.ports.store, 'useSession');
  for (const [ms, times] of [
    [9_999, 0],
    [1, 1],
    [9_999, 1],
    [1, 2],
  ] as const) {
    await app.clock.advance(ms);
    await app.call('GET', '/api/session', { headers });
    expect(stored).toHaveBeenCalledTimes(times);
  }
});

it('sessions that have expired are removed when another one begins', async () => {
  const { store, sessionLimits, clock } = app.ports;
  const created = async () => (await store.sessionsOf(testAdmin.username)).map(({ createdAt }) => createdAt);
  await app.signIn();
  await app.clock.advance(sessionLimits.lifetimeMs - 1);
  const before = clock.now();
  await app.signIn();
  expect(await created()).toHaveLength(2);
  await app.clock.advance(1);
  await app.signIn();
  expect((await created()).toSorted()).toEqual([before, before + 1]);
});
