// The first steps on a new console: to whom they are offered, and when they are over.
import { beforeEach, describe, expect, it } from 'vitest';
import { basic, testAdmin, testConsole, type ConsoleUnderTest } from '../console.js';

let app: ConsoleUnderTest;
beforeEach(async () => {
  app = await testConsole();
});

const path = '/api/first-steps';
const as = (username: string, password: string) => ({ headers: { authorization: basic(username, password) } });
const offeredTo = async (username = testAdmin.username, password = testAdmin.password): Promise<unknown> =>
  ((await app.call('GET', path, as(username, password))).body as { readonly firstSteps: unknown }).firstSteps;

const next = 'a password of my own';
const choosePassword = () =>
  app.operate('PUT', '/api/session/password', { current: testAdmin.password, next }).then(({ status }) => {
    expect(status).toBe(204);
  });
const call = { time: 1, address: '10.20.0.41' };

describe('the first steps', () => {
  it('@FIRST-1: are offered to the first admin, who starts with a generated password', async () => {
    expect(await offeredTo()).toEqual({ password: 'generated' });
    await choosePassword();
    expect(await offeredTo(testAdmin.username, next)).toEqual({ password: 'chosen' });
    expect((await app.call('GET', path)).status).toBe(401);
  });

  it('@FIRST-1: are offered to nobody once there is another operator', async () => {
    const account = { username: 'eve', password: 'the password of eve', role: 'admin' };
    expect((await app.operate('POST', '/api/operators', account)).status).toBe(201);
    expect(await offeredTo('eve', account.password)).toBeNull();
    expect(await offeredTo()).toBeNull();
    const end = await app.call('DELETE', path, as('eve', account.password));
    expect(end.status).toBe(409);
  });

  it('@FIRST-1: are offered to nobody on a console with a configured password', async () => {
    await app.ports.store.saveConfiguredPassword(await app.ports.passwords.hash(testAdmin.password));
    expect(await offeredTo()).toBeNull();
  });

  it('@FIRST-2: are over once a device has called and a password is chosen', async () => {
    const device = { name: 'Desk panel', access: 'read_only' };
    const added = await app.operate('POST', '/api/studios/studio-1/devices', device);
    const { id } = (added.body as { readonly device: { readonly id: string } }).device;
    const report = { lastCalls: [{ device: id, ...call }], refusals: null };
    const sent = await app.call('POST', '/sync/reports', { body: report, ...as('studio-1', app.key) });
    expect(sent.status).toBeLessThan(300);
    expect(await offeredTo()).toEqual({ password: 'generated' });
    await choosePassword();
    expect(await offeredTo(testAdmin.username, next)).toBeNull();
  });

  it('@FIRST-2: are over once there is a second studio and a password is chosen', async () => {
    expect((await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Studio Two' })).status).toBe(201);
    expect(await offeredTo()).toEqual({ password: 'generated' });
    await choosePassword();
    expect(await offeredTo(testAdmin.username, next)).toBeNull();
  });

  it('@FIRST-2: can be left for good, which the history shows', async () => {
    expect((await app.operate('DELETE', path)).status).toBe(204);
    expect(await offeredTo()).toBeNull();
    expect((await app.operate('DELETE', path)).status).toBe(409);
    const [entry] = await app.ports.store.history(null, { limit: 1 });
    expect(entry).toMatchObject({ operator: testAdmin.username, action: 'first-steps.end' });
  });
});
