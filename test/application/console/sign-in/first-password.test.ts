// Operators whose password somebody else has set: what they may do before they have chosen another one.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { basic, cookieOf, testConsole, type ConsoleUnderTest } from '../console.js';

const given = 'what the admin set';
const chosen = 'what vera has chosen';

let app: ConsoleUnderTest;

beforeEach(async () => {
  app = await testConsole();
  const account = { username: 'vera', role: 'admin', password: given, mustChangePassword: true };
  expect((await app.operate('POST', '/api/operators', account)).status).toBe(201);
});

const signIn = (password: string) => app.signIn({ username: 'vera', password });
const mustChange = async (headers: Record<string, string>) =>
  ((await app.call('GET', '/api/session', { headers })).body as { mustChangePassword: boolean }).mustChangePassword;
const change = (headers: Record<string, string>, current: string, next: string) =>
  app.call('PUT', '/api/session/password', { headers, body: { current, next } });

describe('@SIGN-IN-12: a password that somebody else has set', () => {
  it('permits a session only to be changed, and to end', async () => {
    const headers = await signIn(given);
    expect(await mustChange(headers)).toBe(true);
    for (const [method, path] of [
      ['GET', '/api/studios'],
      ['GET', '/api/events'],
      ['GET', '/api/sessions'],
      ['POST', '/api/session/second-factor'],
      ['DELETE', '/api/operators/admin'],
    ] as const)
      expect(await app.call(method, path, { headers })).toMatchObject({
        status: 403,
        body: { error: 'forbidden', passwordChange: 'required' },
      });
    const basicReply = await app.call('GET', '/api/studios', { headers: { authorization: basic('vera', given) } });
    expect([basicReply.status, basicReply.text]).toEqual([401, expect.stringContaining('choose another one')]);
    expect((await change(headers, given, given)).status).toBe(400);
    expect((await change(headers, given, chosen)).status).toBe(204);
    expect([await mustChange(headers), (await app.call('GET', '/api/studios', { headers })).status]).toEqual([
      false,
      200,
    ]);
    const after = await app.call('GET', '/api/studios', { headers: { authorization: basic('vera', chosen) } });
    expect(after.status).toBe(200);
  });

  it.each([
    ['is reset', () => app.operate('POST', '/api/operators/vera/password')],
    ['is set again', () => app.operate('PATCH', '/api/operators/vera', { password: 'set again' })],
  ])('has to be changed again after it %s', async (_what, reset) => {
    expect((await change(await signIn(given), given, chosen)).status).toBe(204);
    const { password = 'set again' } = ((await reset()).body ?? {}) as { password?: string };
    expect(await mustChange(await signIn(password))).toBe(true);
  });

  it('is not undone by a change that began before it was reset', async () => {
    const headers = await signIn(given);
    const { hash } = app.passwords;
    let password = '';
    vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async (next) => {
      ({ password } = (await app.operate('POST', '/api/operators/vera/password')).body as { password: string });
      return hash(next);
    });
    expect((await change(headers, given, chosen)).status).toBe(409);
    expect(await mustChange(await signIn(password))).toBe(true);
  });

  it('is not one that an admin sets for the own account', async () => {
    await app.operate('PATCH', '/api/operators/admin', { password: 'another one of mine' });
    const begun = await app.call('POST', '/api/session', {
      body: { username: 'admin', password: 'another one of mine' },
    });
    expect(await mustChange({ cookie: cookieOf(begun) })).toBe(false);
  });

  it('comes before the second factor that the console requires', async () => {
    app = await testConsole({}, { policy: 'all' });
    const authorization = { cookie: (await app.signIn()).cookie };
    expect(await app.call('GET', '/api/studios', { headers: authorization })).toMatchObject({
      body: { secondFactor: 'enrolment' },
    });
    expect((await change(authorization, 'correct horse', 'another')).status).toBe(403);
  });
});
