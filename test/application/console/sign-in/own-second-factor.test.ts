// Second factors at the console: setting one up, signing in with codes, losing it, and what is refused.
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { secretBox } from '../../../../adapters/node/secret-box.js';
import { sessionOverview } from '../../../../application/console/sign-in/session-overview.js';
import type { Operator } from '../../../../domain/console/operator.js';
import type { SecondFactorPolicy } from '../../../../domain/console/second-factor-policy.js';
import { basic, testAdmin, cookieOf, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;

beforeEach(async () => {
  app = await testConsole();
});

const signIn = (code?: string, password = testAdmin.password) =>
  app.call('POST', '/api/session', {
    body: { username: testAdmin.username, password, ...(code === undefined ? {} : { code }) },
  });
const factorPath = '/api/session/second-factor';

/** Returns the code of a secret, `steps` periods from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() + steps * 30_000 });

const offered = async (cookie: string): Promise<string> =>
  ((await app.call('POST', factorPath, { headers: { cookie } })).body as { secret: string }).secret;

const setUp = (cookie: string, body: object) =>
  app.call('PUT', factorPath, { headers: { cookie }, body: { password: testAdmin.password, ...body } });

/** Sets up a second factor. */
const enrol = async (cookie?: string) => {
  const own = cookie ?? cookieOf(await signIn());
  const secret = await offered(own);
  const done = await setUp(own, { secret, code: codeOf(secret) });
  expect(done.status).toBe(200);
  await app.clock.advance(30_000);
  return { cookie: own, secret, recoveryCodes: (done.body as { recoveryCodes: string[] }).recoveryCodes };
};

const session = (cookie: string) => app.call('GET', '/api/session', { headers: { cookie } });

/** A console that requires second factors. */
const withPolicy = async (policy: SecondFactorPolicy) => {
  app = await testConsole({}, { policy });
};

describe('setting up a second factor', () => {
  it('takes the password and the code that the app shows', async () => {
    const cookie = cookieOf(await signIn());
    const secret = await offered(cookie);
    const [wrong = ''] = ['000000', '111111'].filter((code) => code !== codeOf(secret));
    expect((await setUp(cookie, { secret, code: wrong })).status).toBe(400);
    expect((await setUp(cookie, { secret, code: codeOf(secret), password: 'wrong' })).status).toBe(400);
    expect((await setUp(cookie, { secret: 'short', code: codeOf(secret) })).status).toBe(400);
    expect((await session(cookie)).body).toMatchObject({ secondFactor: 'off' });
    const done = await setUp(cookie, { secret, code: codeOf(secret) });
    const { recoveryCodes } = done.body as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/.test(code))).toBe(true);
    expect((await session(cookie)).body).toMatchObject({ secondFactor: 'on' });
  });

  it('stores neither the secret nor the recovery codes in the clear', async () => {
    const { secret, recoveryCodes } = await enrol();
    const stored = JSON.stringify(await app.ports.store.operators());
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
    expect(app.log.lines.join()).not.toContain(secret);
  });

  it('is not possible without a key at consoles that share a database', async () => {
    app = await testConsole({}, { box: undefined });
    const cookie = cookieOf(await signIn());
    const refused = await app.call('POST', factorPath, { headers: { cookie } });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('SECOND_FACTOR_KEY') as string },
    });
    const body = { secret: 'A'.repeat(32), code: '123456' };
    expect((await setUp(cookie, body)).status).toBe(409);
  });
});

describe('signing in with a second factor', () => {
  it('accepts a code once, even if it is sent twice at the same time', async () => {
    const { secret } = await enrol();
    const code = codeOf(secret);
    const statuses = await Promise.all([signIn(code), signIn(code)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('does not accept the code with which the factor was set up', async () => {
    const cookie = cookieOf(await signIn());
    const secret = await offered(cookie);
    const code = codeOf(secret);
    await setUp(cookie, { secret, code });
    expect((await signIn(code)).status).toBe(401);
  });

  it('answers a wrong code like a wrong password', async () => {
    const { secret } = await enrol();
    const wrongPassword = await signIn(codeOf(secret), 'wrong');
    const wrongCode = await signIn('000 000');
    expect([wrongCode.status, wrongCode.body]).toEqual([wrongPassword.status, wrongPassword.body]);
  });

  it('counts wrong codes as failed sign-ins, which the right password alone does not forgive', async () => {
    const { secret } = await enrol();
    await app.clock.advance(3_600_000);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await signIn(`00000${String(guess)}`)).status).toBe(401);
      await app.clock.advance(61_000);
      expect([401, 429]).toContain((await signIn()).status);
    }
    for (let guess = 0; guess < 2; guess += 1) await signIn('000000');
    expect((await signIn(codeOf(secret))).status).toBe(429);
  });

  it('is not possible with a code of another key, but with a recovery code', async () => {
    const { secret, recoveryCodes } = await enrol();
    const sealedSecret = secretBox('the key of another console').seal(secret);
    await app.ports.store.changeSecondFactor(testAdmin.username, (factor) => ({ ...factor, sealedSecret }));
    expect((await signIn(codeOf(secret))).status).toBe(401);
    expect(app.log.lines.join()).toContain('SECOND_FACTOR_KEY');
    expect((await signIn(recoveryCodes[0])).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('has set-up, sign-in with a code, wrong codes, and no secret', async () => {
    const { secret } = await enrol();
    await signIn();
    await signIn('000000');
    await signIn(codeOf(secret));
    const about = { caller: 'operator:admin', address: '198.51.100.7' };
    const summary = 'operator "admin": a new second factor';
    expect(app.audit.events).toEqual(
      expect.arrayContaining([
        { kind: 'change', ...about, operation: 'session.second-factor', summary },
        { kind: 'sign-in', ...about, operation: 'second-factor' },
      ]),
    );
    expect(app.audit.refusals).toEqual([
      { kind: 'sign-in.failed', ...about, operation: 'session', error: 'wrong_credentials' },
    ]);
    expect(JSON.stringify(app.audit.events)).not.toContain(secret);
  });
});

describe('HTTP Basic', () => {
  const list = (password: string = testAdmin.password) =>
    app.call('GET', '/api/studios', { headers: { authorization: basic(testAdmin.username, password) } });

  it('is refused for an account with a second factor, with a reason only for the right password', async () => {
    await enrol();
    const refused = await list();
    expect(refused).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('HTTP Basic is not accepted') as string },
    });
    expect((await list('wrong')).body).toMatchObject({ message: 'an operator must be signed in' });
  });
});

describe('replacing and removing it', () => {
  const remove = (cookie: string, body: object) =>
    app.call('POST', `${factorPath}/remove`, { headers: { cookie }, body: { password: testAdmin.password, ...body } });

  it('takes a code of the present one', async () => {
    const { cookie, secret, recoveryCodes } = await enrol();
    const next = await offered(cookie);
    expect((await setUp(cookie, { secret: next, code: codeOf(next) })).body).toMatchObject({
      message: expect.stringMatching(/^currentCode: /) as string,
    });
    expect((await setUp(cookie, { secret: next, code: codeOf(next), currentCode: '000000' })).status).toBe(400);
    const replaced = await setUp(cookie, { secret: next, code: codeOf(next), currentCode: recoveryCodes[0] });
    expect(replaced.status).toBe(200);
    await app.clock.advance(30_000);
    expect((await signIn(codeOf(secret))).status).toBe(401);
    expect((await signIn(codeOf(next))).status).toBe(200);
  });

  it('removes it with the password and a code', async () => {
    const { cookie, secret } = await enrol();
    expect((await remove(cookie, { currentCode: '000000' })).status).toBe(400);
    expect((await remove(cookie, { currentCode: codeOf(secret) })).status).toBe(204);
    expect((await signIn()).status).toBe(200);
  });

  it('is refused where the console requires one', async () => {
    await withPolicy('all');
    const { cookie, secret } = await enrol();
    expect((await remove(cookie, { currentCode: codeOf(secret) })).status).toBe(409);
  });

  it('is done by an admin for somebody who has lost it', async () => {
    const { cookie } = await enrol();
    const added = { username: 'otto', role: 'admin', password: 'very secret', mustChangePassword: false };
    expect((await app.call('POST', '/api/operators', { headers: { cookie }, body: added })).status).toBe(201);
    const authorization = basic('otto', 'very secret');
    const accounts = await app.call('GET', '/api/operators', { headers: { authorization } });
    expect(accounts.body).toMatchObject({
      operators: [
        { username: 'admin', signIn: 'password', secondFactor: true },
        { username: 'otto', secondFactor: false },
      ],
    });
    const reset = await app.call('DELETE', '/api/operators/admin/second-factor', { headers: { authorization } });
    expect(reset.status).toBe(204);
    expect((await session(cookie)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });
});

describe('a console that requires a second factor', () => {
  it('lets somebody without one do nothing but set it up', async () => {
    await withPolicy('admins');
    const begun = await signIn();
    expect(begun).toMatchObject({ status: 200, body: { secondFactor: 'missing' } });
    const headers = { cookie: cookieOf(begun) };
    for (const path of ['/api/studios', '/api/operators', '/api/events', '/api/openapi.json', '/api/sessions'])
      expect(await app.call('GET', path, { headers })).toMatchObject({
        status: 403,
        body: { secondFactor: 'enrolment' },
      });
    await enrol(headers.cookie);
    expect((await app.call('GET', '/api/studios', { headers })).status).toBe(200);
  });

  it('shows an admin of a single studio that it is missing', () => {
    const vera: Operator = {
      username: 'vera',
      role: null,
      studioRoles: { 'studio-1': 'admin' },
      disabled: false,
      password: { method: 'scrypt', cost: 2, blockSize: 8, parallelization: 1, salt: '', hash: '' },
    };
    expect(sessionOverview('admins', vera)).toMatchObject({ secondFactor: 'missing' });
    expect(sessionOverview('admins', { ...vera, studioRoles: {} })).toMatchObject({ secondFactor: 'off' });
  });

  it('lets nobody use HTTP Basic without one', async () => {
    await withPolicy('all');
    const headers = { authorization: basic(testAdmin.username, testAdmin.password) };
    expect((await app.call('GET', '/api/studios', { headers })).status).toBe(401);
  });
});
