// Invitations: who may accept one, how often, and until when.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { invitationMs } from '../../../../domain/console/invitation.js';
import { freeFailures } from '../../../../domain/access/sign-in-delay.js';
import { testConsole, type ConsoleUnderTest } from '../console.js';
import { writtenFailures } from './written-failures.js';

const password = 'what otto has chosen';

let app: ConsoleUnderTest;
let token: string;

const accept = (text = token, address = '198.51.100.7') =>
  app.call('POST', '/api/invitation', { body: { token: text, password }, address });
const setDisabled = (disabled: boolean) => app.operate('PATCH', '/api/operators/otto', { disabled });
const again = async (): Promise<string> =>
  ((await app.operate('POST', '/api/operators/otto/invitation')).body as { invitation: string }).invitation;
const signInStatus = async () =>
  (await app.call('POST', '/api/session', { body: { username: 'otto', password } })).status;

beforeEach(async () => {
  app = await testConsole();
  const added = await app.operate('POST', '/api/operators', { username: 'otto', role: 'admin', invite: true });
  expect(added).toMatchObject({ status: 201, body: { password: null, operator: { invited: true } } });
  ({ invitation: token } = added.body as { invitation: string });
});

describe('@SIGN-IN-13: an invitation', () => {
  it('is accepted once, with the password that the operator chooses', async () => {
    const replies = await Promise.all([accept(), accept()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await signInStatus()).toBe(200);
    const stored = JSON.stringify([
      await app.ports.store.operators(),
      await app.ports.store.history(null, { limit: 9 }),
    ]);
    expect([stored.includes(token), stored.includes('accepted the invitation')]).toEqual([false, true]);
    expect(
      app.audit.events.some(({ operation, caller }) => operation === 'invitation.accept' && caller === 'operator:otto'),
    ).toBe(true);
  });

  it.each([
    ['after three days', () => app.clock.advance(invitationMs)],
    ['after another one was made', again],
    ['of a disabled operator', () => setDisabled(true)],
    ['of an operator who was disabled for a time', async () => [await setDisabled(true), await setDisabled(false)]],
    [
      'after an admin has set a password',
      () => app.operate('PATCH', '/api/operators/otto', { password: 'by the admin' }),
    ],
    ['of an operator who was removed', () => app.operate('DELETE', '/api/operators/otto')],
  ])('is not accepted %s', async (_when, change) => {
    await change();
    expect((await accept()).status).toBe(409);
    expect(await signInStatus()).toBe(401);
  });

  it('is made again for an operator with a password, which it then replaces', async () => {
    await accept();
    token = await again();
    expect(await signInStatus()).toBe(200);
    expect((await accept()).body).toEqual({ username: 'otto' });
    expect((await app.operate('POST', '/api/operators/nobody/invitation')).status).toBe(404);
  });

  it('is not made for a disabled operator, and an invited admin who is enabled does not remain the only one', async () => {
    await setDisabled(true);
    const refused = await app.operate('POST', '/api/operators/otto/invitation');
    expect(refused).toMatchObject({
      status: 409,
      body: { message: '"otto" is disabled: enable the account first' },
    });
    await setDisabled(false);
    expect((await app.operate('DELETE', '/api/operators/admin')).status).toBe(409);
    token = await again();
    expect((await accept()).status).toBe(200);
  });

  it('that is guessed counts as a failed sign-in of the network', async () => {
    for (let at = 0; at < freeFailures.network; at += 1) expect((await accept(`guess ${String(at)}`)).status).toBe(409);
    const written = writtenFailures(app.ports.store);
    expect([(await accept()).status, (await accept('another guess')).status, await written()]).toEqual([429, 429, 0]);
    expect((await accept(token, '203.0.113.9')).status).toBe(200);
    expect(app.log.lines.filter((line) => line.startsWith('a sign-in was refused'))).toHaveLength(1);
    const refusals = app.audit.refusals.filter(({ operation }) => operation === 'invitation');
    expect(new Set(refusals.map(({ error }) => error))).toEqual(new Set(['token_unknown', 'throttled']));
  });

  it('makes no admin who could remain the only one', async () => {
    expect((await app.operate('PATCH', '/api/operators/admin', { role: 'viewer' })).status).toBe(409);
    await accept();
    expect((await app.operate('PATCH', '/api/operators/admin', { role: 'viewer' })).status).toBe(200);
  });

  it('is not for an operator who gets a password, or who signs in at an identity provider', async () => {
    const both = { username: 'eve', invite: true, password: 'by the admin' };
    expect((await app.operate('POST', '/api/operators', both)).status).toBe(400);
    const identity = { issuer: 'https://sso.example', subject: 'pia' };
    const pia = {
      username: 'sso:pia',
      role: 'viewer',
      studioRoles: {},
      disabled: false,
      password: null,
      identity,
    } as const;
    const historyEntry = { time: 1, operator: 'admin', action: 'test', summary: 'added pia' };
    await app.ports.store.changeOperators((all) => E.right({ operators: [...all, pia], historyEntry }));
    expect((await app.operate('POST', '/api/operators/sso%3Apia/invitation')).status).toBe(409);
  });
});
