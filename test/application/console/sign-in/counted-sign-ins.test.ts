// Which attempts to sign in count as failed, and which complete ones forgive them.
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, it, vi } from 'vitest';
import { basic, cookieOf, testAdmin, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const right = basic(testAdmin.username, testAdmin.password);

beforeEach(async () => {
  app = await testConsole();
  await app.clock.advance(3_600_000);
});

const list = (authorization: string, address: string) =>
  app.call('GET', '/api/studios', { headers: { authorization }, address });
const signIn = (code?: string, password = testAdmin.password) =>
  app.call('POST', '/api/session', { body: { username: testAdmin.username, password, code: code ?? null } });

/** Sets up a second factor. */
const enrol = async () => {
  const begun = await signIn();
  const headers = { cookie: cookieOf(begun) };
  const path = '/api/session/second-factor';
  const { secret } = (await app.call('POST', path, { headers })).body as { readonly secret: string };
  const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() });
  const body = { password: testAdmin.password, secret, code: codeNow() };
  const done = await app.call('PUT', path, { headers, body });
  expect(done.status).toBe(200);
  await app.clock.advance(3_600_000 - 60_000);
  return {
    headers,
    codeNow,
    recoveryCodes: (done.body as { readonly recoveryCodes: readonly string[] }).recoveryCodes,
  };
};

it('@CONSOLE-27: attempts that are refused because too many are being checked do not count', async () => {
  const checked = app.passwords.hold();
  const guesses = Array.from({ length: 60 }, (_, at) =>
    list(basic('admin', `guess ${String(at)}`), `10.1.${String(at)}.1`),
  );
  await Promise.race(guesses);
  for (let count = 0; count < 20; count += 1)
    expect((await list(basic('admin', `guess`), '203.0.113.9')).status).toBe(503);
  checked.release();
  await Promise.all(guesses);
  expect((await list(right, '203.0.113.9')).status).toBe(200);
});

it('@CONSOLE-27: checks that fail do not make the console busy', async () => {
  const matches = vi.spyOn(app.ports.passwords, 'matches').mockRejectedValue(new Error('no memory'));
  for (let count = 0; count < 40; count += 1)
    await list(basic('admin', `guess ${String(count)}`), `10.1.${String(count)}.1`);
  matches.mockRestore();
  expect((await list(right, '203.0.113.9')).status).toBe(200);
});

it('right codes do not count, however many and fast', async () => {
  const { recoveryCodes } = await enrol();
  expect(recoveryCodes).toHaveLength(10);
  for (const code of recoveryCodes) expect((await signIn(code)).status).toBe(200);
});

it('the right password of a password change does not forgive wrong codes', async () => {
  const { headers, codeNow } = await enrol();
  const [wrong = ''] = ['000000', '111111'].filter((code) => code !== codeNow());
  for (let count = 0; count < 4; count += 1) expect((await signIn(wrong)).status).toBe(401);
  const body = { current: testAdmin.password, next: 'another password' };
  expect((await app.call('PUT', '/api/session/password', { headers, body })).status).toBe(204);
  expect((await signIn(wrong, body.next)).status).toBe(401);
  expect((await signIn(codeNow(), body.next)).status).toBe(429);
});
