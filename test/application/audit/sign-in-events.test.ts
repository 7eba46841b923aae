// What the log and the audit log of a console have of signing in and out.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it, vi } from 'vitest';
import type { IdentityProvider } from '../../../application/ports/identity-provider.js';
import { countSignIns } from '../../../application/console/sign-in/counted-sign-ins.js';
import { memoryAudit } from '../../support/memory-audit.js';
import { basic, testAdmin, testConsole, type ConsoleUnderTest } from '../console/console.js';

const refusals = ({ log }: ConsoleUnderTest) => log.lines.filter((line) => line.includes('refused'));
const fail = (app: ConsoleUnderTest) =>
  app.call('GET', '/api/studios', { headers: { authorization: basic('admin', 'wrong') } });

it('refused sign-ins of an address are logged at once, and further ones are counted until the console stops', async () => {
  const app = await testConsole();
  for (let count = 0; count < 4; count += 1) expect((await fail(app)).status).toBe(401);
  expect(refusals(app)).toEqual([expect.stringContaining('a sign-in was refused {"address":"198.51.100.7"}')]);
  await app.server.close(0);
  expect(refusals(app)).toHaveLength(2);
  expect(refusals(app)[1]).toMatch(/^more sign-ins were refused .*"address":"198\.51\.100\.7".*"count":3\b/);
});

it('sign-ins that have to wait are not logged as refused', async () => {
  const app = await testConsole();
  for (let count = 0; count < 5; count += 1) await fail(app);
  for (let count = 0; count < 10; count += 1) expect((await fail(app)).status).toBe(429);
  await app.server.close(0);
  expect(refusals(app)[1]).toMatch(/"count":4\b/);
  const { error } = app.audit.refusals.at(-1) ?? {};
  expect(error).toBe('throttled');
});

it('sign-ins are counted by their outcome, and nothing else', () => {
  const counted: string[] = [];
  const audit = countSignIns(
    { ...memoryAudit(), close: () => Promise.resolve() },
    { countSignIn: (outcome) => void counted.push(outcome) },
  );
  for (const kind of ['sign-in', 'sign-out', 'change'] as const) audit.record({ kind, caller: 'operator:vera' });
  for (const kind of ['sign-in.failed', 'change'] as const)
    audit.recordRefusal({ kind, caller: null, error: 'throttled' });
  expect(counted).toEqual(['signed_in', 'throttled']);
});

it('the audit log has who has signed out, and nothing of a session that had ended', async () => {
  const app = await testConsole();
  const begun = await app.call('POST', '/api/session', { body: testAdmin });
  const headers = { cookie: String(begun.headers['set-cookie']).split(';', 1)[0] ?? '' };
  app.audit.events.length = 0;
  for (let count = 0; count < 2; count += 1)
    expect((await app.call('DELETE', '/api/session', { headers })).status).toBe(204);
  expect(app.audit.events).toEqual([
    expect.objectContaining({ kind: 'sign-out', caller: 'operator:admin', address: '198.51.100.7' }),
  ]);
});

it('the audit log has a sign-in at the provider whose account is disabled before its session begins', async () => {
  const identity = { issuer: 'https://sso.example', subject: 'one', name: 'ada', roleValues: [] };
  const provider: IdentityProvider = {
    name: 'Example',
    begin: () => Promise.resolve(E.left('unavailable')),
    end: () => Promise.resolve(E.right(identity)),
  };
  const app = await testConsole({ provider: { provider, roleRules: null, publicUrl: 'http://console.test' } });
  const end = async () => (await app.call('GET', '/sign-in/oidc/callback?code=x')).headers.location;
  expect(await end()).toBe('/?sign-in-failed=no_role');
  await app.operate('PATCH', '/api/operators/sso%3Aada', { role: 'viewer' });
  const { store } = app.ports;
  const addSession = store.addSession.bind(store);
  vi.spyOn(store, 'addSession').mockImplementationOnce(async (...added) => {
    await app.operate('PATCH', '/api/operators/sso%3Aada', { disabled: true });
    await addSession(...added);
  });
  app.audit.refusals.length = 0;
  expect(await end()).toBe('/?sign-in-failed=disabled');
  expect(app.audit.refusals).toMatchObject([{ kind: 'sign-in.failed', operation: 'provider', error: 'disabled' }]);
});
