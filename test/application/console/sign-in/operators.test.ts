// The configured password of the first operator, where it is already theirs.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, expect, it } from 'vitest';
import { ensureOperator, setPassword } from '../../../../application/console/sign-in/operators.js';
import { basic, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
const refuse = () => Promise.reject(new Error('no file is expected'));
const start = () => ensureOperator(app.ports, 'configured', { readOrCreate: refuse, remove: refuse });
const signsIn = async (password: string) => {
  const headers = { authorization: basic('admin', password) };
  return (await app.call('GET', '/api/studios', { headers })).status === 200;
};

beforeEach(async () => {
  app = await testConsole();
  await setPassword(app.ports, 'admin', 'configured');
});

it('is not set again, and not again after the operator has chosen another one', async () => {
  const count = (await app.ports.store.history(null, { limit: 99 })).length;
  await start();
  expect(await app.ports.store.history(null, { limit: 99 })).toHaveLength(count);
  const body = { current: 'configured', next: 'chosen by myself' };
  const headers = { authorization: basic('admin', 'configured') };
  expect((await app.call('PUT', '/api/session/password', { body, headers })).status).toBe(204);
  await start();
  expect([await signsIn('chosen by myself'), await signsIn('configured')]).toEqual([true, false]);
});

it('gives the account back to an operator who has lost the second factor', async () => {
  await app.ports.store.changeOperators((operators) =>
    E.right({
      operators: operators.map((one) => ({
        ...one,
        password: null,
        secondFactor: { sealedSecret: 'lost', lastStep: 0, recoveryHashes: [] },
      })),
      historyEntry: { time: 0, operator: 'admin', action: 'test', summary: 'lost' },
    }),
  );
  await start();
  expect((await app.ports.store.operator('admin'))?.secondFactor).toBeUndefined();
  expect(await signsIn('configured')).toBe(true);
});

it.each([{ disabled: true }, { role: 'viewer' }])('gives the account back to an operator with %j', async (lost) => {
  const account = { username: 'otto', role: 'admin', password: 'very secret', mustChangePassword: false };
  const headers = { authorization: basic('admin', 'configured') };
  expect((await app.call('POST', '/api/operators', { body: account, headers })).status).toBe(201);
  const otto = basic('otto', 'very secret');
  const changed = await app.call('PATCH', '/api/operators/admin', { body: lost, headers: { authorization: otto } });
  expect(changed.status).toBe(200);
  await start();
  expect(await app.ports.store.operator('admin')).toMatchObject({ disabled: false, role: 'admin' });
  expect(await signsIn('configured')).toBe(true);
});
