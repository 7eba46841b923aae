// Who gets into the console: operators by cookie or Basic, slowed down when they fail, and no page of another origin.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordNote, secretFile } from '../../adapters/storage/secret-file.js';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { inMemory } from '../../adapters/storage/sqlite/database.js';
import { ensureOperator, setPassword } from '../../application/console/sign-in/operators.js';
import { parseRange } from '../../domain/access/address.js';
import * as O from 'fp-ts/lib/Option.js';
import { admin, basic, testConsole, type Answer, type Sent, type TestConsole } from './console.js';

let made: TestConsole;
const right = basic(admin.username, admin.password);
const wrong = basic(admin.username, 'wrong');

beforeEach(async () => {
  made = await testConsole();
});

const signIn = (body: unknown = admin, sent: Sent = {}) => made.call('POST', '/api/session', { ...sent, body });
const list = (sent: Sent = {}) => made.call('GET', '/api/studios', sent);
const withBasic = (authorization: string, address = '198.51.100.7') => list({ headers: { authorization }, address });
const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';', 1)[0] ?? '';

describe('every route', () => {
  const routes = [
    ['GET', '/api/studios'],
    ['POST', '/api/studios'],
    ['PUT', '/api/studios/studio-1/access'],
    ['DELETE', '/api/studios/studio-1/devices/x'],
    ['GET', '/api/session'],
    ['PUT', '/api/session/password'],
    ['GET', '/api/events'],
    ['GET', '/api/operators'],
    ['GET', '/api/changes'],
    ['GET', '/sync/configuration'],
    ['GET', '/sync/events'],
    ['POST', '/sync/applied'],
  ] as const;

  it.each(routes)('%s %s is closed to strangers, and asks no browser for Basic', async (method, url) => {
    for (const authorization of [undefined, 'Basic !!!', 'Bearer x', basic('admin', ''), basic('', ''), wrong]) {
      const answer = await made.call(method, url, { headers: authorization === undefined ? {} : { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { ok: false, error: 'unauthorized' } });
      expect(answer.headers).not.toHaveProperty('www-authenticate');
    }
  });
});

describe('a session', () => {
  it('is begun with a password and shown by a cookie that no script and no other site can use', async () => {
    const begun = await signIn();
    expect(begun).toMatchObject({ status: 200, body: { username: 'admin', role: 'admin' } });
    expect(begun.headers['set-cookie']).toMatch(
      /^studio_console_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    const cookie = cookieOf(begun);
    expect((await list({ headers: { cookie: `theme=dark; ${cookie}` } })).status).toBe(200);
    expect((await made.call('GET', '/api/session', { headers: { cookie } })).body).toEqual({
      username: 'admin',
      role: 'admin',
    });
  });

  it('is kept by a hash alone', async () => {
    const key = cookieOf(await signIn()).split('=')[1] ?? '';
    expect(await made.ports.store.session(key)).toBeUndefined();
    expect(await made.ports.store.session(made.ports.hashSecret(key))).toMatchObject({ username: 'admin' });
  });

  it('ends when its operator signs out', async () => {
    const headers = { cookie: cookieOf(await signIn()) };
    const out = await made.call('DELETE', '/api/session', { headers });
    expect(out.status).toBe(204);
    expect(out.headers['set-cookie']).toMatch(/^studio_console_session=; .*Max-Age=0/);
    expect((await list({ headers })).status).toBe(401);
  });

  it('ends after twelve hours', async () => {
    const headers = { cookie: cookieOf(await signIn()) };
    await made.clock.advance(12 * 3_600_000 - 1);
    expect((await list({ headers })).status).toBe(200);
    await made.clock.advance(1);
    expect((await list({ headers })).status).toBe(401);
  });

  it('is ended, the oldest first, by whoever signs in for the 33rd time', async () => {
    const cookies: string[] = [];
    for (let time = 0; time < 34; time += 1) {
      cookies.push(cookieOf(await signIn()));
      await made.clock.advance(1);
    }
    const statuses = await Promise.all(cookies.map((cookie) => list({ headers: { cookie } })));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, ...Array<number>(32).fill(200)]);
  });

  it('that has expired is forgotten when the next begins', async () => {
    const key = cookieOf(await signIn()).split('=')[1] ?? '';
    await made.clock.advance(12 * 3_600_000);
    expect(await made.ports.store.session(made.ports.hashSecret(key))).toBeDefined();
    await signIn();
    expect(await made.ports.store.session(made.ports.hashSecret(key))).toBeUndefined();
  });

  it('ends when the password changes', async () => {
    const headers = { cookie: cookieOf(await signIn()) };
    await setPassword(made.ports, 'admin', 'another');
    expect((await list({ headers })).status).toBe(401);
  });

  it('isn’t begun by whatever else is sent', async () => {
    for (const body of [{}, { username: 'admin' }, { username: 'admin', password: '' }, [], 'x'])
      expect((await signIn(body)).status).toBe(400);
    expect((await signIn({ username: 'admin', password: 'wrong' })).status).toBe(401);
    expect((await signIn({ username: 'nobody', password: 'x' })).status).toBe(401);
  });

  it('is shown over encrypted ways alone where a trusted proxy says that this is one', async () => {
    const trustedProxies = [O.toNullable(parseRange('10.0.0.1'))].filter((range) => range !== null);
    made = await testConsole({ trustedProxies });
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await signIn(admin, { headers, address: '10.0.0.1' })).headers['set-cookie']).toContain('; Secure');
    expect((await signIn(admin, { headers, address: '10.0.0.2' })).headers['set-cookie']).not.toContain('; Secure');
  });
});

describe('basic', () => {
  it('is checked slowly once and known for a minute then', async () => {
    const before = made.passwords.checks;
    await Promise.all([withBasic(right), withBasic(right), withBasic(right)]);
    await withBasic(right);
    expect(made.passwords.checks).toBe(before);
    await made.clock.advance(60_000);
    await Promise.all([withBasic(right), withBasic(right), withBasic(right)]);
    expect(made.passwords.checks).toBe(before + 1);
  });

  it('is worth nothing at once when the password changes', async () => {
    expect((await withBasic(right)).status).toBe(200);
    await setPassword(made.ports, 'admin', 'another');
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

  it('are free four times, and slow the address down from the fifth on, ever longer', async () => {
    await fail(5);
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      expect(await withBasic(right)).toMatchObject({ status: 429, body: { ok: false, error: 'too_many_attempts' } });
      expect(await retryAfter()).toBe(seconds);
      await made.clock.advance(seconds * 1_000 - 1);
      expect(await retryAfter()).toBe(1);
      await made.clock.advance(1);
      await fail(1);
    }
  });

  it('count by session and by Basic alike, and for all operators together', async () => {
    await fail(2);
    for (const username of ['admin', 'nobody', 'root']) await signIn({ username, password: 'wrong' });
    expect((await signIn()).status).toBe(429);
    expect(await retryAfter()).toBe(5);
  });

  it('are forgiven by one that succeeds, and forgotten after an hour', async () => {
    await fail(4);
    expect((await withBasic(right)).status).toBe(200);
    await fail(5);
    await made.clock.advance(3_600_000);
    await fail(5);
    expect(await retryAfter()).toBe(5);
  });

  it('are forgiven once a minute at most: a program that is signed in all the time covers for no guesser', async () => {
    await fail(4);
    expect((await withBasic(right)).status).toBe(200);
    await fail(4);
    expect((await withBasic(right)).status).toBe(200);
    await fail(1);
    expect(await retryAfter()).toBe(5);
    await made.clock.advance(60_000);
    expect((await withBasic(right)).status).toBe(200);
    await fail(5);
    expect(await retryAfter()).toBe(5);
  });

  it('are none where sign-ins are right, however many and fast', async () => {
    for (let time = 0; time < 20; time += 1) expect((await signIn()).status).toBe(200);
    await made.clock.advance(61_000);
    for (let time = 0; time < 20; time += 1) expect((await withBasic(right)).status).toBe(200);
  });

  it('slow down the address they came from, a whole IPv6 /64, and no other', async () => {
    await fail(5, '2001:db8::1');
    expect(await retryAfter('2001:db8::ffff')).toBe(5);
    expect(await retryAfter('2001:db8:0:1::1')).toBe(0);
    expect(await retryAfter('198.51.100.7')).toBe(0);
  });

  it('count when they come all at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, guess) => withBasic(basic('admin', `guess ${String(guess)}`))),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  it('end no session, and tell the log neither name nor password', async () => {
    const headers = { cookie: cookieOf(await signIn()) };
    await fail(5);
    expect((await list({ headers })).status).toBe(200);
    expect(made.log.lines.join()).toContain('a sign-in was refused');
    expect(made.log.lines.join()).not.toContain('wrong');
  });

  it('are those of the address that a trusted proxy tells, and of no invented one', async () => {
    const trustedProxies = [O.toNullable(parseRange('10.0.0.1'))].filter((range) => range !== null);
    made = await testConsole({ trustedProxies });
    const through = (told: string, address: string) =>
      list({ headers: { authorization: wrong, 'x-forwarded-for': told }, address });
    for (let time = 0; time < 5; time += 1) await through(`192.0.2.${String(time)}, 198.51.100.9`, '10.0.0.1');
    expect((await through('198.51.100.9', '10.0.0.1')).status).toBe(429);
    expect((await through('198.51.100.8', '10.0.0.1')).status).toBe(401);
    for (let time = 0; time < 5; time += 1) await through(`192.0.2.${String(time)}`, '198.51.100.20');
    expect((await through('192.0.2.99', '198.51.100.20')).status).toBe(429);
  });
});

describe('pages of another origin', () => {
  const create = (headers: Record<string, string>) =>
    made.call('POST', '/api/studios', {
      body: { id: 'studio-2', name: 'Two' },
      headers: { authorization: right, ...headers },
    });

  it.each([
    { origin: 'http://evil.test' },
    { origin: 'null' },
    { origin: 'http://console.test:8080' },
    { origin: 'http://console.test.evil.test' },
    { origin: 'file://console.test' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://console.test' },
  ])('change nothing, however they are signed in: %j', async (headers) => {
    const cookie = cookieOf(await signIn());
    expect(await create({ ...headers, cookie })).toMatchObject({
      status: 403,
      body: { ok: false, error: 'forbidden' },
    });
    expect((await made.ports.store.syncStatuses()).map(({ studio }) => studio.id)).toEqual(['studio-1']);
    expect((await signIn(admin, { headers })).status).toBe(403);
    expect((await made.call('DELETE', '/api/session', { headers: { ...headers, cookie } })).status).toBe(403);
    expect(
      (
        await made.call('POST', '/sync/applied', {
          headers: { ...headers, authorization: basic('studio-1', made.key) },
        })
      ).status,
    ).toBe(403);
  });

  it.each([
    {},
    { origin: 'http://console.test', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://console.test:443' },
    { origin: 'http://CONSOLE.test:80' },
    { 'sec-fetch-site': 'none' },
  ])('aren’t mistaken for the console’s own: %j', async (headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  it('may ask, since no browser shows them the answer', async () => {
    const answer = await list({ headers: { authorization: right, origin: 'http://evil.test' } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the first operator', () => {
  const isRight = async ({ store, passwords }: TestConsole['ports'], password: string): Promise<boolean> => {
    const operator = await store.operator('admin');
    return operator?.role === 'admin' && passwords.matches(password, operator.password);
  };

  it('is the one of the console that was faster, where two start at once', async () => {
    const withdraw = vi.fn(() => Promise.resolve());
    const late = { ...made.ports, store: { ...made.ports.store, operators: () => Promise.resolve([]) } };
    await ensureOperator(late, undefined, { noted: (fresh) => Promise.resolve(fresh), withdraw });
    expect(withdraw).toHaveBeenCalledOnce();
    expect((await withBasic(right)).status).toBe(200);
  });

  const refuse = () => Promise.reject(new Error('nothing is noted'));
  const unnoted = { noted: refuse, withdraw: refuse };
  /** A start of the console, at which a setting tells a password. */
  const start = (told: string | undefined) => ensureOperator(made.ports, told, unnoted);
  const signsIn = async (password: string) => (await withBasic(basic('admin', password))).status === 200;

  it('gets the password that is told', async () => {
    await start('told');
    expect([await signsIn('told'), await signsIn(admin.password)]).toEqual([true, false]);
    const headers = { cookie: cookieOf(await signIn({ username: 'admin', password: 'told' })) };
    await start('told');
    await start(undefined);
    expect((await list({ headers })).status).toBe(200);
  });

  it('keeps a password of their own over starts that tell what was told before', async () => {
    await start('told');
    const next = 'chosen by myself';
    const headers = { authorization: basic('admin', 'told') };
    const changed = await made.call('PUT', '/api/session/password', { body: { current: 'told', next }, headers });
    expect(changed.status).toBe(204);
    await start('told');
    await start(undefined);
    expect([await signsIn(next), await signsIn('told')]).toEqual([true, false]);
  });

  it('who has forgotten it gets another by a start that tells another', async () => {
    await start('told');
    await setPassword(made.ports, 'admin', 'and forgotten');
    await start('told anew');
    expect(await signsIn('told anew')).toBe(true);
    await start('told');
    expect([await signsIn('told'), await signsIn('told anew')]).toEqual([true, false]);
  });

  it('who was removed stays so, until another password is told', async () => {
    await start('told');
    await made.call('POST', '/api/operators', {
      ...{ body: { username: 'otto', role: 'admin', password: 'very secret' } },
      headers: { authorization: basic('admin', 'told') },
    });
    const headers = { authorization: basic('otto', 'very secret') };
    expect((await made.call('DELETE', '/api/operators/admin', { headers })).status).toBe(204);
    await start('told');
    expect(await signsIn('told')).toBe(false);
    await start('told anew');
    expect(await signsIn('told anew')).toBe(true);
  });

  it('of a new console gets a random one, in a file for its owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'password-'));
    const file = secretFile(join(folder, 'data'), 'console-admin-password');
    const fresh = (): TestConsole['ports'] => ({ ...made.ports, store: openSqliteStore(inMemory) });
    const first = fresh();
    await ensureOperator(first, undefined, passwordNote(file));
    const password = (await readFile(file.path, 'utf8')).trim();
    expect(password).toMatch(/^[\w-]{16}$/);
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    expect(await isRight(first, password)).toBe(true);
    await writeFile(file.path, 'noted before a crash\n');
    const second = fresh();
    await ensureOperator(second, undefined, passwordNote(file));
    expect(await isRight(second, 'noted before a crash')).toBe(true);
    await rm(folder, { recursive: true });
  });
});
