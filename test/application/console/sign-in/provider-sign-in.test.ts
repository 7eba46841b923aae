// Signing in to the console at a real identity provider: accounts, roles, cookies, and what is refused.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oidcProvider } from '../../../../adapters/oidc/identity-provider.js';
import type { ConsoleServerDeps } from '../../../../infra/console/console-server.js';
import type { IdentityProvider } from '../../../../application/ports/identity-provider.js';
import type { Operator } from '../../../../domain/console/operator.js';
import { parseRoleRules } from '../../../../domain/console/provider-roles.js';
import { startIdentityProvider, testClient, type TestIdentityProvider } from '../../../support/identity-provider.js';
import { range } from '../../../domain/fixtures.js';
import { basic, testAdmin, testConsole, type ConsoleUnderTest, type TestReply } from '../console.js';
import { memoryLog } from '../readable-log.js';
import { manualClock } from '../../../../simulator/clock.js';

const publicUrl = 'http://console.test';
const redirectUrl = `${publicUrl}/sign-in/oidc/callback`;
const rules = 'admin=staff;viewer=guests;operator@studio-1=crew;operator@nowhere=crew';

let at: TestIdentityProvider;
let app: ConsoleUnderTest;

/** Starts a console with rules for roles, or null if its admins give them. */
const start = async (roles: string | null = rules, deps: Partial<ConsoleServerDeps> = {}) => {
  const settings = {
    name: 'Example',
    issuer: new URL(at.issuer),
    clientId: testClient.id,
    clientSecret: testClient.secret,
    redirectUrl,
    scope: 'openid profile email groups',
    roleClaim: 'groups',
  };
  const provider = oidcProvider(settings, { clock: manualClock(), log: memoryLog() });
  const roleRules = roles === null ? null : (parseRoleRules(roles) ?? []);
  app = await testConsole({ ...deps, provider: { provider, roleRules, publicUrl } });
};

beforeEach(async () => {
  at = await startIdentityProvider({ redirectUrl });
  at.people.set('subject-1', { preferred_username: 'ada', groups: ['guests'] });
  await start();
});

afterEach(() => at.stop());

const get = (path: string, cookie = '') => app.call('GET', path, { headers: cookie === '' ? {} : { cookie } });
const cookiesOf = ({ headers }: TestReply): readonly string[] => [headers['set-cookie'] ?? []].flat().map(String);
const valueOf = (cookie: string): string => cookie.split(';', 1)[0] ?? '';

/** Begins a sign-in. Returns where the browser is sent, and its cookie. */
const begin = async () => {
  const { status, headers, ...reply } = await get('/sign-in/oidc');
  expect(status).toBe(303);
  return { url: String(headers.location), cookie: cookiesOf({ status, headers, ...reply })[0] ?? '' };
};

const end = (query: string, cookie: string) => get(`/sign-in/oidc/callback?${query}`, valueOf(cookie));

const signIn = async (person: string | null = 'subject-1') => {
  const { url, cookie } = await begin();
  return end(await at.visit(url, person), cookie);
};

/** Signs in, and returns the cookie of the session. */
const sessionOf = async (person?: string): Promise<string> => {
  const reply = await signIn(person);
  expect(reply.headers.location).toBe('/');
  return valueOf(cookiesOf(reply).find((cookie) => cookie.startsWith('studio_console_session=')) ?? '');
};

const selfOf = async (cookie: string) => (await get('/api/session', cookie)).body;
const failureOf = ({ status, headers }: TestReply) => [status, headers.location];
const failed = (reason: string) => [303, `/?sign-in-failed=${reason}`];
const identities = async () =>
  (await app.ports.store.operators()).map(({ username, identity }) => [username, identity?.subject]);

describe('signing in at the provider', () => {
  it('is offered to everybody, at the public address of the console', async () => {
    const provider = { name: 'Example', url: 'http://console.test/sign-in/oidc' };
    expect((await get('/api/sign-in')).body).toEqual({ provider });
    app = await testConsole();
    expect((await get('/api/sign-in')).body).toEqual({ provider: null });
    expect((await get('/sign-in/oidc')).status).toBe(404);
  });

  it('begins a session whose cookie is like any other', async () => {
    const reply = await signIn();
    const [cleared, session = ''] = cookiesOf(reply);
    expect(cleared).toMatch(/^studio_console_sign_in=; Path=\/sign-in\/oidc; HttpOnly; SameSite=Lax; Max-Age=0$/);
    expect(session).toMatch(/^studio_console_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    expect(await selfOf(valueOf(session))).toMatchObject({
      username: 'sso:ada',
      role: 'viewer',
      studioRoles: {},
      signIn: 'provider',
      secondFactor: 'off',
    });
  });

  it('binds the way there to the browser by a short-lived cookie, which no script and no other page can use', async () => {
    const { cookie } = await begin();
    expect(cookie).toMatch(
      /^studio_console_sign_in=[\w-]+; Path=\/sign-in\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });

  it('keys the account by issuer and subject, not by its name', async () => {
    at.people.set('subject-2', { preferred_username: 'ada', groups: ['guests'] });
    at.people.set('admin', { preferred_username: 'admin', email: 'admin@example.org', groups: ['guests'] });
    for (const person of ['subject-1', 'subject-2', 'admin', 'subject-1']) await sessionOf(person);
    expect(await identities()).toEqual([
      ['admin', undefined],
      ['sso:ada', 'subject-1'],
      ['sso:ada-2', 'subject-2'],
      ['sso:admin', 'admin'],
    ]);
    at.people.set('subject-1', { preferred_username: 'grace', groups: ['guests'] });
    expect(await selfOf(await sessionOf())).toMatchObject({ username: 'sso:ada' });
  });

  it('gives the roles of the groups, and takes them back at the next sign-in', async () => {
    at.people.set('subject-1', { preferred_username: 'ada', groups: ['staff', 'crew'] });
    const first = await sessionOf();
    expect(await selfOf(first)).toMatchObject({ role: 'admin', studioRoles: { 'studio-1': 'operator' } });
    at.people.set('subject-1', { preferred_username: 'ada', groups: ['guests'] });
    expect(await selfOf(await sessionOf())).toMatchObject({ role: 'viewer', studioRoles: {} });
    expect(await selfOf(first)).toMatchObject({ role: 'viewer', studioRoles: {} });
    at.people.set('subject-1', { preferred_username: 'ada' });
    expect(failureOf(await signIn())).toEqual(failed('no_role'));
    expect(await selfOf(first)).toMatchObject({ role: null, studioRoles: {} });
    const history = await app.operate('GET', '/api/changes');
    const { changes } = history.body as { changes: { summary: string }[] };
    expect(changes.slice(0, 3).map(({ summary }) => summary)).toEqual([
      '"sso:ada" signed in at Example; roles: none',
      '"sso:ada" signed in at Example; roles: viewer in all studios',
      '"sso:ada" signed in at Example; roles: admin in all studios, operator in "studio-1"',
    ]);
  });

  describe('of a person whose groups change', () => {
    const inBoth = ['viewers-1', 'viewers-2'];
    beforeEach(async () => {
      await start('viewer=guests;viewer@studio-1=viewers-1;operator@studio-1=operators-1;viewer@studio-2=viewers-2');
      await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Studio Two' });
    });

    /** Signs in with groups. Returns the roles of the session. */
    const rolesWith = async (groups: readonly string[]) => {
      at.people.set('subject-1', { preferred_username: 'ada', groups });
      const { role, studioRoles } = (await selfOf(await sessionOf())) as Operator;
      return { role, studioRoles };
    };

    it.each([
      ['adds a first studio', ['guests'], ['guests', 'viewers-1'], 'viewer', { 'studio-1': 'viewer' }],
      ['adds a studio', ['viewers-1'], inBoth, null, { 'studio-1': 'viewer', 'studio-2': 'viewer' }],
      ['removes a studio', inBoth, ['viewers-2'], null, { 'studio-2': 'viewer' }],
      ['changes the studio', ['viewers-1'], ['viewers-2'], null, { 'studio-2': 'viewer' }],
      ['changes the role in a studio', ['viewers-1'], ['operators-1'], null, { 'studio-1': 'operator' }],
      ['adds a role in all studios', ['viewers-1'], ['viewers-1', 'guests'], 'viewer', { 'studio-1': 'viewer' }],
    ])('follows what %s', async (_, before, now, role, studioRoles) => {
      await rolesWith(before);
      expect(await rolesWith(now)).toEqual({ role, studioRoles });
    });

    it('changes nothing, and adds nothing to the history, if the roles are the same', async () => {
      const roles = await rolesWith(inBoth);
      const changes = async () => (await app.operate('GET', '/api/changes')).body;
      const before = await changes();
      expect(await rolesWith([...inBoth, 'others'])).toEqual(roles);
      expect(await changes()).toEqual(before);
    });
  });

  it('adds no account for somebody without a role, and reports it', async () => {
    at.people.set('subject-1', { preferred_username: 'ada', groups: ['others'] });
    expect(failureOf(await signIn())).toEqual(failed('no_role'));
    expect(await identities()).toHaveLength(1);
  });

  it('adds an account without a role if admins give the roles, which then stay', async () => {
    await start(null);
    expect(failureOf(await signIn())).toEqual(failed('no_role'));
    expect((await app.operate('PATCH', '/api/operators/sso%3Aada', { role: 'operator' })).status).toBe(200);
    expect(await selfOf(await sessionOf())).toMatchObject({ role: 'operator' });
    expect(await selfOf(await sessionOf())).toMatchObject({ role: 'operator' });
  });

  it('is refused for a disabled account', async () => {
    await sessionOf();
    await app.operate('PATCH', '/api/operators/sso%3Aada', { disabled: true });
    expect(failureOf(await signIn())).toEqual(failed('disabled'));
  });
});

describe('an account of the provider', () => {
  it('has no password, and gets none', async () => {
    await sessionOf();
    for (const password of ['', 'null', 'guess'])
      expect((await app.call('POST', '/api/session', { body: { username: 'sso:ada', password } })).status).not.toBe(
        200,
      );
    const changed = await app.operate('PATCH', '/api/operators/sso%3Aada', { password: 'very secret' });
    expect(changed).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('identity provider') as string },
    });
    expect((await app.operate('POST', '/api/operators/sso%3Aada/password')).status).toBe(409);
  });

  it('does not count as the last admin, who must be able to sign in while the provider is away', async () => {
    at.people.set('subject-1', { preferred_username: 'ada', groups: ['staff'] });
    const cookie = await sessionOf();
    expect((await app.call('DELETE', '/api/operators/admin', { headers: { cookie } })).status).toBe(409);
  });

  it('needs no second factor here, and can not set one up', async () => {
    const cookie = await sessionOf();
    const body = { password: 'x', secret: 'A'.repeat(32), code: '123456' };
    expect((await app.call('PUT', '/api/session/second-factor', { headers: { cookie }, body })).status).toBe(400);
  });
});

describe('a sign-in at the provider fails with a reason in plain words', () => {
  it('if the person declines', async () => {
    expect(failureOf(await signIn(null))).toEqual(failed('denied'));
  });

  it('if another browser, or no browser of the console, brings the response', async () => {
    const { url } = await begin();
    const query = await at.visit(url, 'subject-1');
    expect(failureOf(await end(query, ''))).toEqual(failed('expired'));
    expect(failureOf(await end(query, (await begin()).cookie))).toEqual(failed('expired'));
    expect(await identities()).toHaveLength(1);
  });

  it('and takes the cookie of the way there back, so that it ends with this attempt', async () => {
    const [cookie, ...others] = cookiesOf(await signIn(null));
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^studio_console_sign_in=; Path=\/sign-in\/oidc; .*Max-Age=0$/);
  });

  it('while the provider is away, and people with a password still sign in', async () => {
    await at.stop();
    expect(failureOf(await get('/sign-in/oidc'))).toEqual(failed('unavailable'));
    const body = { username: testAdmin.username, password: testAdmin.password };
    expect((await app.call('POST', '/api/session', { body })).status).toBe(200);
    await at.start();
    await sessionOf();
  });

  it('and never redirects to an address that the request names', async () => {
    const { url, cookie } = await begin();
    const query = await at.visit(url, 'subject-1');
    for (const more of ['redirect=//evil.example', 'return=https://evil.example', 'redirect_uri=https://evil.example'])
      expect(failureOf(await end(`${query}&${more}`, cookie))[1]).toMatch(/^\/(\?sign-in-failed=\w+)?$/);
    const { url: there } = await begin();
    expect(new URL(there).origin).toBe(at.issuer);
  });

  it('which the audit log has too, beside the sign-ins that succeed', async () => {
    await sessionOf();
    await signIn(null);
    const from = { address: '198.51.100.7', operation: 'provider' };
    expect(app.audit.events).toContainEqual({ kind: 'sign-in', caller: 'operator:sso:ada', ...from });
    expect(app.audit.refusals).toEqual([{ kind: 'sign-in.failed', caller: null, ...from, error: 'denied' }]);
  });
});

describe('a provider that does not answer', () => {
  const slow: IdentityProvider = {
    name: 'Slow',
    begin: () => new Promise(() => undefined),
    end: () => Promise.resolve(E.left('unavailable')),
  };
  const from = (address: string) => app.call('GET', '/sign-in/oidc', { address });
  const busy = [303, '/?sign-in-failed=busy'];

  it('@SIGN-IN-9: is kept busy by an address for itself only', async () => {
    app = await testConsole({ provider: { provider: slow, roleRules: null, publicUrl } });
    const waiting = (address: string) => Promise.race([from(address).then(failureOf), Promise.resolve('waiting')]);
    for (let count = 0; count < 4; count += 1) expect(await waiting('2001:db8::1')).toBe('waiting');
    for (let count = 0; count < 60; count += 1)
      expect(failureOf(await from(`2001:db8::${String(count)}`))).toEqual(busy);
    expect(await waiting('198.51.100.7')).toBe('waiting');
  });

  it('@SIGN-IN-9: is kept busy by an address for itself only, also at the way back', async () => {
    const provider: IdentityProvider = { ...slow, end: () => new Promise(() => undefined) };
    app = await testConsole({ provider: { provider, roleRules: null, publicUrl } });
    const back = (address: string) => app.call('GET', '/sign-in/oidc/callback?code=any&state=any', { address });
    const waiting = (address: string) => Promise.race([back(address).then(failureOf), Promise.resolve('waiting')]);
    for (let count = 0; count < 4; count += 1) expect(await waiting('2001:db8::1')).toBe('waiting');
    expect(failureOf(await back('2001:db8::9'))).toEqual(busy);
    expect(await waiting('198.51.100.7')).toBe('waiting');
  });

  it.each(['/sign-in/oidc', '/sign-in/oidc/callback'])('is asked nothing by HEAD %s', async (path) => {
    const refuse = () => Promise.reject(new Error('no request is expected'));
    app = await testConsole({
      provider: { provider: { ...slow, begin: refuse, end: refuse }, roleRules: null, publicUrl },
    });
    const reply = await app.call('HEAD', path);
    expect([reply.status, reply.headers.allow, reply.headers['set-cookie']]).toEqual([405, 'GET', undefined]);
  });
});

describe('without rules for roles', () => {
  it('@SIGN-IN-11: people whom nobody has given a role do not take the places of all operators', async () => {
    await start(null);
    const identity = (subject: string) => ({ issuer: at.issuer, subject });
    const waiting = (count: number): Operator => ({
      username: `sso:waiting-${String(count)}`,
      role: null,
      studioRoles: {},
      disabled: false,
      password: null,
      identity: identity(`waiting-${String(count)}`),
    });
    const add = (added: readonly Operator[]) =>
      app.ports.store.changeOperators((before) =>
        E.right({
          operators: [...before, ...added],
          historyEntry: { time: 0, operator: 'admin', action: 'test', summary: '' },
        }),
      );
    await add(Array.from({ length: 99 }, (_, count) => waiting(count)));
    expect(failureOf(await signIn())).toEqual(failed('no_role'));
    at.people.set('subject-2', { preferred_username: 'grace' });
    expect(failureOf(await signIn('subject-2'))).toEqual(failed('full'));
    expect((await app.operate('PATCH', '/api/operators/sso%3Aada', { role: 'operator' })).status).toBe(200);
    expect(failureOf(await signIn('subject-2'))).toEqual(failed('no_role'));
    expect(await identities()).toHaveLength(1 + 101);
  });
});

describe('over an encrypted connection', () => {
  const encrypted = { 'x-forwarded-proto': 'https' };
  const proxied = (path: string, cookie = '') =>
    app.call('GET', path, { address: '10.0.0.1', headers: { ...encrypted, ...(cookie === '' ? {} : { cookie }) } });

  it('@CONSOLE-29: the cookies have the prefix __Host-, and others are not accepted', async () => {
    await start(rules, { trustedProxies: [range('10.0.0.1')] });
    const begun = await proxied('/sign-in/oidc');
    const [pending = ''] = cookiesOf(begun);
    expect(pending).toMatch(
      /^__Host-studio_console_sign_in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    );
    const query = await at.visit(String(begun.headers.location), 'subject-1');
    const callback = `/sign-in/oidc/callback?${query}`;
    expect(failureOf(await proxied(callback, valueOf(pending).replace('__Host-', '')))).toEqual(failed('expired'));
    const [cleared, session = ''] = cookiesOf(await proxied(callback, valueOf(pending)));
    expect(cleared).toMatch(/^__Host-studio_console_sign_in=; Path=\/; .*; Max-Age=0; Secure$/);
    expect(session).toMatch(/^__Host-studio_console_session=[\w-]{43}; Path=\/; .*; Secure$/);
    const self = async (cookie: string) => (await proxied('/api/session', cookie)).status;
    expect(await self(valueOf(session))).toBe(200);
    expect(await self(valueOf(session).replace('__Host-', ''))).toBe(401);
  });
});

describe('HTTP Basic', () => {
  it('is not possible for an account of the provider', async () => {
    await sessionOf();
    for (const [name, password] of [
      ['sso', 'ada:'],
      ['sso:ada', ''],
    ] as const) {
      const headers = { authorization: basic(name, password) };
      expect((await app.call('GET', '/api/studios', { headers })).status).toBe(401);
    }
  });
});
