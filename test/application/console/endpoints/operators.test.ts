// Operators: what each role may do, how admins manage them, and how operators change their own password.
import { beforeEach, describe, expect, it } from 'vitest';
import { consoleCatalogue } from '../../../../application/console/catalogue.js';
import { methodOf } from '../../../../application/console/endpoints/endpoint.js';
import { testAdmin, basic, testConsole, cookieOf, type ConsoleRequest, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const viewer = { username: 'vera', role: 'viewer', password: 'very secret' };
const operator = { username: 'otto', role: 'operator', password: 'quite secret' };

const as = ({ username, password }: { username: string; password: string }): ConsoleRequest['headers'] => ({
  authorization: basic(username, password),
});
const signIn = (operator: typeof viewer | typeof testAdmin) => app.signIn(operator);

beforeEach(async () => {
  app = await testConsole();
  for (const one of [viewer, operator]) expect((await app.operate('POST', '/api/operators', one)).status).toBe(201);
});

describe('roles', () => {
  const roleOf = new Map(consoleCatalogue.map(({ name, requires }) => [name, requires]));
  const statusOf = async (who: ConsoleRequest['headers'], { intent, path }: (typeof consoleCatalogue)[number]) => {
    const url = `/api${path.replace(':id', 'nowhere').replace(/:[a-z]+/, 'x')}`;
    return (await app.call(methodOf[intent].method, url, { body: {}, headers: who ?? {} })).status;
  };

  const answered = consoleCatalogue.filter(({ responds }) => responds !== 'events');
  it.each(answered.map((endpoint) => [endpoint.name, endpoint] as const))(
    'refuse %s to lower roles before anything is read',
    async (_name, endpoint) => {
      const [asViewer, asOperator] = [await statusOf(as(viewer), endpoint), await statusOf(as(operator), endpoint)];
      const role = 'role' in endpoint.requires ? endpoint.requires.role : 'viewer';
      expect(asViewer === 403).toBe(role !== 'viewer');
      expect(asOperator === 403).toBe(role === 'admin');
      expect(await statusOf(as(testAdmin), endpoint)).not.toBe(403);
    },
  );

  it('are assigned as documented: viewers read, operators change settings, admins manage studios, keys and operators', () => {
    const of = (role: string) =>
      [...roleOf].filter(([, one]) => 'role' in one && one.role === role).map(([name]) => name);
    expect(of('viewer').length).toBeGreaterThan(0);
    const forViewers = consoleCatalogue.filter(({ name }) => of('viewer').includes(name));
    expect(forViewers.filter(({ intent }) => intent !== 'read')).toEqual([]);
    expect(of('operator')).toEqual(
      expect.arrayContaining(['access.set', 'features.set', 'device.add', 'device.change', 'device.revoke']),
    );
    expect(of('admin').toSorted()).toEqual([
      ...[
        ...['add', 'list', 'remove', 'revoke'].map((verb) => `api-token.${verb}`),
        'change.get.removed',
        'change.list.console',
        'change.list.removed',
        'key.end-old',
        'key.revoke',
        'key.rotate',
      ],
      ...['operator.add', 'operator.change', 'operator.invite', 'operator.list', 'operator.remove', 'operator.reset'],
      'operator.second-factor.reset',
      'refused-service.list',
      ...['session.end.operator', 'session.end.operator.one', 'session.list.operator'],
      ...['studio.add', 'studio.edit', 'studio.label', 'studio.remove', 'studio.removed.list', 'studio.rename'],
      ...['add', 'change', 'list', 'remove', 'secret.replace', 'test'].map((verb) => `webhook.${verb}`),
    ]);
  });

  it('are returned on sign-in and with the session', async () => {
    const begun = await app.call('POST', '/api/session', { body: viewer });
    const account = { signIn: 'password', secondFactor: 'off', mustChangePassword: false };
    expect(begun.body).toEqual({ username: 'vera', role: 'viewer', studioRoles: {}, ...account });
    const shown = await app.call('GET', '/api/session', { headers: { cookie: cookieOf(begun) } });
    expect(shown.body).toEqual({ username: 'vera', role: 'viewer', studioRoles: {}, ...account });
  });
});

describe('operators', () => {
  it('are listed without their passwords', async () => {
    const { body, text } = await app.operate('GET', '/api/operators');
    const rest = { disabled: false, signIn: 'password', secondFactor: false, invited: false };
    expect(body).toEqual({
      operators: [
        { username: 'admin', role: 'admin', studioRoles: {}, ...rest },
        { username: 'otto', role: 'operator', studioRoles: {}, ...rest },
        { username: 'vera', role: 'viewer', studioRoles: {}, ...rest },
      ],
    });
    expect(text).not.toContain('hash');
  });

  it.each([
    [{ ...viewer, username: 'VERA' }, 409],
    [{ ...viewer, username: 'a:b' }, 400],
    [{ ...viewer, username: 'x', password: '1234567' }, 400],
    [{ ...viewer, username: 'x', role: 'owner' }, 400],
    [{ username: 'x', role: null, studioRoles: { 'studio-1': 'owner' } }, 400],
    [{ username: 'x', studioRoles: { 'a b': 'viewer' } }, 400],
    [{ username: 'x', studioRoles: { nowhere: 'viewer' } }, 400],
    [{ password: 'very secret' }, 400],
  ])('are refused with invalid or duplicate fields: %j', async (body, status) => {
    expect((await app.operate('POST', '/api/operators', body)).status).toBe(status);
  });

  it('get another role, which holds at once in their sessions', async () => {
    const headers = await signIn(viewer);
    const changed = await app.operate('PATCH', '/api/operators/vera', { role: 'operator' });
    expect(changed).toMatchObject({ status: 200, body: { operator: { username: 'vera', role: 'operator' } } });
    expect((await app.call('GET', '/api/session', { headers })).body).toMatchObject({ role: 'operator' });
    expect((await app.operate('PATCH', '/api/operators/vera', { role: null })).status).toBe(200);
    expect((await app.call('GET', '/api/studios', { headers })).body).toEqual({ studios: [], next: null });
  });

  it('appear in the history when they change, without any secret', async () => {
    await app.operate('PATCH', '/api/operators/otto', { role: 'viewer', password: 'another secret' });
    await app.operate('DELETE', '/api/operators/otto');
    const { body, text } = await app.operate('GET', '/api/changes');
    expect(body).toMatchObject({
      changes: [
        { operator: 'admin', action: 'operator.remove', summary: 'removed the operator "otto"', version: null },
        { action: 'operator.change', summary: 'operator "otto": viewer in all studios, a new password' },
        { action: 'operator.add', summary: 'added the operator "otto"; roles: operator in all studios' },
        { action: 'operator.add', summary: 'added the operator "vera"; roles: viewer in all studios' },
        { operator: 'the console itself', action: 'operator.ensure' },
      ],
    });
    for (const secret of ['another secret', viewer.password, operator.password]) expect(text).not.toContain(secret);
  });
});

describe('your own password', () => {
  const change = (headers: ConsoleRequest['headers'], current: string, next: string) =>
    app.call('PUT', '/api/session/password', { body: { current, next }, headers: headers ?? {} });

  it('is changed in a session, which continues while all others of that operator end', async () => {
    const [here, there, others] = [await signIn(viewer), await signIn(viewer), await signIn(operator)];
    expect((await change(here, viewer.password, 'something new')).status).toBe(204);
    const statuses = await Promise.all(
      [here, there, others].map(async (headers) => (await app.call('GET', '/api/session', { headers })).status),
    );
    expect(statuses).toEqual([200, 401, 200]);
    expect((await app.call('POST', '/api/session', { body: viewer })).status).toBe(401);
  });

  it('requires the current password; wrong ones are throttled like failed sign-ins', async () => {
    const headers = await signIn(viewer);
    for (let time = 0; time < 5; time += 1)
      expect(await change(headers, 'a guess', 'something new')).toMatchObject({
        status: 400,
        body: { error: 'invalid_parameter', message: expect.stringContaining('current') as unknown },
      });
    expect(await change(headers, viewer.password, 'something new')).toMatchObject({
      status: 429,
      body: { error: 'too_many_attempts' },
    });
  });

  it('has at least eight characters', async () => {
    const answer = await change(await signIn(viewer), viewer.password, '1234567');
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('next') as unknown } });
  });
});
