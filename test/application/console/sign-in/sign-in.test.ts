// Signing in to the console: cookies, HTTP Basic, throttling, requests of other origins, and the first operator.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initialPasswordFile, secretFile } from '../../../../adapters/storage/secret-file.js';
import { openMemoryStore } from '../../../../features/support/memory-store.js';
import { ensureOperator, setPassword } from '../../../../application/console/sign-in/operators.js';
import { range } from '../../../domain/fixtures.js';
import { eventually } from '../../../support/eventually.js';
import { testAdmin, basic, testConsole, cookieOf, type ConsoleRequest, type ConsoleUnderTest } from '../console.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

let app: ConsoleUnderTest;
const right = basic(testAdmin.username, testAdmin.password);
const wrong = basic(testAdmin.username, 'wrong');

beforeEach(async () => {
  app = await testConsole();
});

const signIn = (body: unknown = testAdmin, sent: ConsoleRequest = {}) =>
  app.call('POST', '/api/session', { ...sent, body });
const list = (sent: ConsoleRequest = {}) => app.call('GET', '/api/studios', sent);
const withBasic = (authorization: string, address = '198.51.100.7') => list({ headers: { authorization }, address });

describe('a session', () => {
  it('begins with a password, and uses a cookie that no script and no other site can use', async () => {
    const begun = await signIn();
    expect(begun).toMatchObject({ status: 200, body: { username: 'admin', role: 'admin' } });
    expect(begun.headers['set-cookie']).toMatch(
      /^studio_console_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    const cookie = cookieOf(begun);
    for (const others of [
      `theme=dark; ${cookie}`,
      `my_${cookie}x; ${cookie}`,
      `${cookie}; studio_console_session=other`,
    ])
      expect((await list({ headers: { cookie: others } })).status).toBe(200);
    expect((await app.call('GET', '/api/session', { headers: { cookie } })).body).toMatchObject({
      username: 'admin',
      role: 'admin',
      studioRoles: {},
    });
  });

  it('is stored by its hash only', async () => {
    const key = cookieOf(await signIn()).split('=')[1] ?? '';
    expect(await app.ports.store.session(key)).toBeUndefined();
    expect(await app.ports.store.session(app.ports.hashSecret(key))).toMatchObject({ username: 'admin' });
  });

  it('is deleted after it has expired, when the next one begins', async () => {
    const key = cookieOf(await signIn()).split('=')[1] ?? '';
    await app.clock.advance(12 * 3_600_000);
    expect(await app.ports.store.session(app.ports.hashSecret(key))).toBeDefined();
    await signIn();
    expect(await app.ports.store.session(app.ports.hashSecret(key))).toBeUndefined();
  });

  it('does not begin with invalid or wrong credentials', async () => {
    for (const body of [{}, { username: 'admin' }, { username: 'admin', password: '' }, [], 'x'])
      expect((await signIn(body)).status).toBe(400);
    expect((await signIn({ username: 'admin', password: 'wrong' })).status).toBe(401);
    expect((await signIn({ username: 'nobody', password: 'x' })).status).toBe(401);
  });

  it('has a secure cookie if a trusted proxy reports that the connection is encrypted', async () => {
    const trustedProxies = [range('10.0.0.1')];
    app = await testConsole({ trustedProxies });
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await signIn(testAdmin, { headers, address: '10.0.0.1' })).headers['set-cookie']).toContain('; Secure');
    expect((await signIn(testAdmin, { headers, address: '10.0.0.2' })).headers['set-cookie']).not.toContain('; Secure');
  });

  it('@CONSOLE-29: has the prefix __Host- over an encrypted connection, and another cookie is not accepted', async () => {
    app = await testConsole({ trustedProxies: [range('10.0.0.1')] });
    const [proto, address] = [{ 'x-forwarded-proto': 'https' }, '10.0.0.1'];
    const cookie = cookieOf(await signIn(testAdmin, { headers: proto, address }));
    expect(cookie).toMatch(/^__Host-studio_console_session=/);
    const statusOf = async (sent: string, headers: Record<string, string>) =>
      (await app.call('GET', '/api/session', { headers: { ...headers, cookie: sent }, address })).status;
    expect(await statusOf(cookie, proto)).toBe(200);
    const bare = cookie.replace('__Host-', '');
    expect(await statusOf(bare, proto)).toBe(401);
    expect(await statusOf(cookie, {})).toBe(401);
    const headers = { ...proto, cookie: `${bare}; ${cookie}` };
    const out = await app.call('DELETE', '/api/session', { headers, address });
    expect(out.headers['set-cookie']).toMatch(/^__Host-studio_console_session=; Path=\/; .*Max-Age=0; Secure$/);
    expect(await statusOf(cookie, proto)).toBe(401);
  });
});

describe('HTTP Basic', () => {
  it('is checked once, and cached for a minute', async () => {
    const before = app.passwords.checks;
    await Promise.all([withBasic(right), withBasic(right), withBasic(right)]);
    await withBasic(right);
    expect(app.passwords.checks).toBe(before);
    await app.clock.advance(60_000);
    await Promise.all([withBasic(right), withBasic(right), withBasic(right)]);
    expect(app.passwords.checks).toBe(before + 1);
  });

  it('is invalid at once when the password changes', async () => {
    expect((await withBasic(right)).status).toBe(200);
    await setPassword(app.ports, 'admin', 'another');
    expect((await withBasic(right)).status).toBe(401);
    expect((await withBasic(basic('admin', 'another'))).status).toBe(200);
  });
});

describe('failed sign-ins', () => {
  const fail = async (times: number, address?: string) => {
    for (let time = 0; time < times; time += 1) expect((await withBasic(wrong, address)).status).toBe(401);
  };
  const retryAfter = async (address?: string) => {
    const { status, headers } = await withBasic(right, address);
    return status === 429 ? Number(headers['retry-after']) : 0;
  };

  it('throttle the address from the fifth one on, for longer each time', async () => {
    await fail(5);
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      expect(await withBasic(right)).toMatchObject({ status: 429, body: { ok: false, error: 'too_many_attempts' } });
      expect(await retryAfter()).toBe(seconds);
      await app.clock.advance(seconds * 1_000 - 1);
      expect(await retryAfter()).toBe(1);
      await app.clock.advance(1);
      await fail(1);
    }
  });

  it('count for sessions and HTTP Basic together, and for each operator apart', async () => {
    await fail(2);
    for (let time = 0; time < 3; time += 1) await signIn({ username: 'admin', password: 'wrong' });
    expect((await signIn()).status).toBe(429);
    expect(await retryAfter()).toBe(5);
    expect((await signIn({ username: 'otto', password: 'wrong' })).status).toBe(401);
  });

  /** Guesses passwords of so many operators, one of each. */
  const guessNames = async (count: number, addressOf: (at: number) => string) => {
    for (let at = 0; at < count; at += 1) await withBasic(basic(`name-${String(at)}`, 'wrong'), addressOf(at));
  };

  it('throttle a network that guesses many names, from the twentieth failure on', async () => {
    const guesser = (at: number) => `2001:db8::${at.toString(16)}`;
    await guessNames(19, guesser);
    expect((await withBasic(basic('otto', 'wrong'), '2001:db8::ffff')).status).toBe(401);
    expect((await withBasic(basic('otto', 'wrong'), '2001:db8::ffff')).status).toBe(429);
    expect((await withBasic(basic('otto', 'wrong'), '2001:db8:0:1::1')).status).toBe(401);
  });

  it('throttle the guessing of one name from many networks, but not where that operator has signed in before', async () => {
    const known = '203.0.113.9';
    expect((await withBasic(right, known)).status).toBe(200);
    for (let at = 0; at < 100; at += 1) await withBasic(wrong, `10.1.${String(at)}.1`);
    expect((await withBasic(right, '10.2.0.1')).status).toBe(429);
    expect((await withBasic(basic('otto', 'wrong'), '10.2.0.1')).status).toBe(401);
    expect((await withBasic(right, known)).status).toBe(200);
    await fail(5, known);
    expect(await retryAfter(known)).toBe(5);
  });

  it('of a neighbour, however many, do not lock out an operator who has signed in before', async () => {
    expect((await withBasic(right, '2001:db8::1')).status).toBe(200);
    await app.clock.advance(60_000);
    await guessNames(60, () => '2001:db8::bad');
    for (let time = 0; time < 60; time += 1) await withBasic(wrong, '2001:db8::bad');
    expect(await retryAfter('2001:db8::bad')).toBeGreaterThan(0);
    expect((await withBasic(right, '2001:db8::1')).status).toBe(200);
  });

  it('are cleared by a successful sign-in, and after an hour', async () => {
    await fail(4);
    expect((await withBasic(right)).status).toBe(200);
    await fail(5);
    await app.clock.advance(3_600_000);
    await fail(5);
    expect(await retryAfter()).toBe(5);
  });

  it('are cleared at most once a minute, so that a program that signs in all the time does not hide guesses', async () => {
    await fail(4);
    expect((await withBasic(right)).status).toBe(200);
    await fail(4);
    expect((await withBasic(right)).status).toBe(200);
    await fail(1);
    expect(await retryAfter()).toBe(5);
    await app.clock.advance(60_000);
    expect((await withBasic(right)).status).toBe(200);
    await fail(5);
    expect(await retryAfter()).toBe(5);
  });

  it('do not include correct sign-ins, however many and fast', async () => {
    for (let time = 0; time < 20; time += 1) expect((await signIn()).status).toBe(200);
    await app.clock.advance(61_000);
    for (let time = 0; time < 20; time += 1) expect((await withBasic(right)).status).toBe(200);
  });

  it('throttle only their address', async () => {
    await fail(5, '2001:db8::1');
    expect(await retryAfter('2001:db8::1')).toBe(5);
    expect(await retryAfter('2001:db8::ffff')).toBe(0);
    expect(await retryAfter('198.51.100.7')).toBe(0);
  });

  it('count when they arrive at the same time', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, guess) => withBasic(basic('admin', `guess ${String(guess)}`))),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  const guessFromManyNetworks = () =>
    Array.from({ length: 60 }, (_, at) => withBasic(basic('admin', `guess ${String(at)}`), `10.1.${String(at)}.1`));

  it('@CONSOLE-27: are refused without a check while too many are being checked, and are not counted then', async () => {
    const checked = app.passwords.hold();
    const guesses = guessFromManyNetworks();
    let refused = 0;
    for (const guess of guesses) void guess.then(() => (refused += 1));
    await eventually('all but 16 are refused', () => refused === guesses.length - 16);
    const first = await Promise.race(guesses);
    expect(first).toMatchObject({ status: 503, body: { ok: false, error: 'unavailable' } });
    expect(first.headers['retry-after']).toBe('2');
    checked.release();
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect([401, 503].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([16, 44]);
    expect(app.passwords.most).toBe(16);
    expect((await withBasic(right)).status).toBe(200);
  });

  it('at unknown addresses leave room for operators at known ones', async () => {
    expect((await withBasic(right)).status).toBe(200);
    await app.clock.advance(60_000);
    const checked = app.passwords.hold();
    const guesses = guessFromManyNetworks();
    await Promise.race(guesses);
    const operator = withBasic(right);
    checked.release();
    expect((await operator).status).toBe(200);
    await Promise.all(guesses);
  });

  it('end no session, and log no password', async () => {
    const headers = { cookie: cookieOf(await signIn()) };
    await fail(5);
    expect((await list({ headers })).status).toBe(200);
    expect(app.log.lines.join()).toContain('a sign-in was refused');
    expect(app.log.lines.join()).not.toContain('wrong');
  });

  it('count for the address that a trusted proxy forwards, not for a forged one', async () => {
    const trustedProxies = [range('10.0.0.1')];
    app = await testConsole({ trustedProxies });
    const through = (forwarded: string, address: string) =>
      list({ headers: { authorization: wrong, 'x-forwarded-for': forwarded }, address });
    for (let time = 0; time < 5; time += 1) await through(`192.0.2.${String(time)}, 198.51.100.9`, '10.0.0.1');
    expect((await through('198.51.100.9', '10.0.0.1')).status).toBe(429);
    expect((await through('198.51.100.8', '10.0.0.1')).status).toBe(401);
    for (let time = 0; time < 5; time += 1) await through(`192.0.2.${String(time)}`, '198.51.100.20');
    expect((await through('192.0.2.99', '198.51.100.20')).status).toBe(429);
  });
});

describe('pages of another origin', () => {
  const create = (headers: Record<string, string>) =>
    app.call('POST', '/api/studios', {
      body: { id: 'studio-2', name: 'Two' },
      headers: { authorization: right, ...headers },
    });

  it.each([{ origin: 'http://evil.test' }, { 'sec-fetch-site': 'same-origin, cross-site' }])(
    'can change nothing, even when signed in: %j',
    async (headers) => {
      const cookie = cookieOf(await signIn());
      expect(await create({ ...headers, cookie })).toMatchObject({
        status: 403,
        body: { ok: false, error: 'forbidden' },
      });
      expect((await app.ports.store.syncStatuses()).map(({ studio }) => studio.id)).toEqual(['studio-1']);
      expect((await signIn(testAdmin, { headers })).status).toBe(403);
      expect((await app.call('DELETE', '/api/session', { headers: { ...headers, cookie } })).status).toBe(403);
      expect(
        (
          await app.call('POST', '/sync/applied', {
            headers: { ...headers, authorization: basic('studio-1', app.key) },
          })
        ).status,
      ).toBe(403);
    },
  );

  it('may read, since the browser does not show them the response', async () => {
    const answer = await list({ headers: { authorization: right, origin: 'http://evil.test' } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the first operator', () => {
  const isAdminPassword = async (
    { store, passwords }: ConsoleUnderTest['ports'],
    password: string,
  ): Promise<boolean> => {
    const operator = await store.operator('admin');
    return operator?.role === 'admin' && operator.password !== null && passwords.matches(password, operator.password);
  };

  it('is added by the console that is faster if two start at the same time', async () => {
    const remove = vi.fn(() => Promise.resolve());
    const late = { ...app.ports, store: { ...app.ports.store, operators: () => Promise.resolve([]) } };
    await ensureOperator(late, undefined, { readOrCreate: (generated) => Promise.resolve(generated), remove: remove });
    expect(remove).toHaveBeenCalledOnce();
    expect((await withBasic(right)).status).toBe(200);
  });

  const refuse = () => Promise.reject(new Error('no file is expected'));
  const noFile = { readOrCreate: refuse, remove: refuse };
  /** Starts the console with a configured password. */
  const start = (configured: string | undefined) => ensureOperator(app.ports, configured, noFile);
  const signsIn = async (password: string) => (await withBasic(basic('admin', password))).status === 200;

  it('gets the configured password', async () => {
    await start('configured');
    expect([await signsIn('configured'), await signsIn(testAdmin.password)]).toEqual([true, false]);
    const headers = { cookie: cookieOf(await signIn({ username: 'admin', password: 'configured' })) };
    await start('configured');
    await start(undefined);
    expect((await list({ headers })).status).toBe(200);
  });

  it('keeps a password that they have changed if the configured one stays the same', async () => {
    await start('configured');
    const next = 'chosen by myself';
    const headers = { authorization: basic('admin', 'configured') };
    const changed = await app.call('PUT', '/api/session/password', { body: { current: 'configured', next }, headers });
    expect(changed.status).toBe(204);
    await start('configured');
    await start(undefined);
    expect([await signsIn(next), await signsIn('configured')]).toEqual([true, false]);
  });

  it('gets another password when another one is configured', async () => {
    await start('configured');
    await setPassword(app.ports, 'admin', 'and forgotten');
    await start('configured anew');
    expect(await signsIn('configured anew')).toBe(true);
    await start('configured');
    expect([await signsIn('configured'), await signsIn('configured anew')]).toEqual([true, false]);
  });

  it('stays removed until another password is configured', async () => {
    await start('configured');
    await app.call('POST', '/api/operators', {
      body: { username: 'otto', role: 'admin', password: 'very secret', mustChangePassword: false },
      headers: { authorization: basic('admin', 'configured') },
    });
    const headers = { authorization: basic('otto', 'very secret') };
    expect((await app.call('DELETE', '/api/operators/admin', { headers })).status).toBe(204);
    await start('configured');
    expect(await signsIn('configured')).toBe(false);
    await start('configured anew');
    expect(await signsIn('configured anew')).toBe(true);
  });

  it('gets a generated password on a new console, in a file that only its owner can read', async () => {
    const folder = temporaryFolder();
    const file = secretFile(join(folder, 'data'), 'console-admin-password');
    const newPorts = (): ConsoleUnderTest['ports'] => ({ ...app.ports, store: openMemoryStore() });
    const first = newPorts();
    await ensureOperator(first, undefined, initialPasswordFile(file));
    const password = (await readFile(file.path, 'utf8')).trim();
    expect(password).toMatch(/^[\w-]{16}$/);
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    expect(await isAdminPassword(first, password)).toBe(true);
    await writeFile(file.path, 'written before a crash\n');
    const second = newPorts();
    await ensureOperator(second, undefined, initialPasswordFile(file));
    expect(await isAdminPassword(second, 'written before a crash')).toBe(true);
  });
});
