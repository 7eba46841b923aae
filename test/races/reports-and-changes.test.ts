// What services report while operators change the same studio, and reports that name too much.
import { beforeEach, expect, it, vi } from 'vitest';
import { saveCallReport } from '../../application/console/sync/call-reports.js';
import { admitKey, saveAppliedReport } from '../../application/console/sync/sync.js';
import { StoreUnavailable, type StudioEntry } from '../../application/ports/console-store.js';
import type { StudioOverview } from '../../application/console/endpoints/studios.js';
import { basic, testConsole, type ConsoleUnderTest } from '../application/console/console.js';

let app: ConsoleUnderTest;

beforeEach(async () => {
  app = await testConsole();
});

const entry = async (): Promise<StudioEntry> => {
  const found = await app.ports.store.studio('studio-1');
  if (found === undefined) throw new Error('there is no studio-1');
  return found;
};
const addDevice = (name: string) => app.operate('POST', '/api/studios/studio-1/devices', { name, access: 'read_only' });
const replacedKey = async (): Promise<string> =>
  ((await app.operate('POST', '/api/studios/studio-1/key')).body as { readonly key: string }).key;

it('@CONFIG-15: settings that were changed meanwhile are not sent again', async () => {
  const before = await entry();
  await addDevice('Panel');
  const { version } = (await entry()).configuration;
  const report = { version: before.configuration.version, digest: '0'.repeat(64) };
  await saveAppliedReport(app.ports, before, report);
  expect((await entry()).configuration.version).toBe(version);
});

it('@KEY-2: a key that is replaced while the service is admitted with it keeps the old one valid', async () => {
  const first = app.key;
  const second = await replacedKey();
  const { store } = app.ports;
  let isReplaced = false;
  const racing: typeof store = {
    ...store,
    keys: async (id) => {
      const keys = await store.keys(id);
      if (!isReplaced) await replacedKey();
      isReplaced = true;
      return keys;
    },
  };
  await admitKey({ ...app.ports, store: racing }, { studioId: 'studio-1', key: second });
  const headers = { authorization: basic('studio-1', first) };
  expect((await app.call('GET', '/sync/configuration', { headers })).status).toBe(200);
});

it('a refusal contains no token, is of the version that was sent, and ends with the next report', async () => {
  const headers = { authorization: basic('studio-1', app.key) };
  const token = `svc_${'0a'.repeat(16)}`;
  const report = (body: object) => app.call('POST', '/sync/applied', { body, headers });
  const refusal = async () =>
    ((await app.operate('GET', '/api/studios/studio-1')).body as { readonly studio: StudioOverview }).studio.refusal;
  await report({ version: 7, refused: `devices[0].name: got ${token}` });
  expect(await refusal()).toMatchObject({
    version: (await entry()).configuration.version,
    reason: 'devices[0].name: got ***',
  });
  expect(app.log.lines.join()).not.toContain(token);
  await report({ version: (await entry()).configuration.version });
  expect(await refusal()).toBeNull();
});

it('a report names no last call of a device that was removed meanwhile', async () => {
  const idOf = async (name: string): Promise<string> =>
    ((await addDevice(name)).body as { readonly device: { readonly id: string } }).device.id;
  const [kept, removed] = [await idOf('Kept'), await idOf('Removed')];
  await app.operate('DELETE', `/api/studios/studio-1/devices/${removed}`);
  const lastCalls = [removed, kept].map((device) => ({ device, time: 1, address: '10.0.0.1' }));
  await saveCallReport(app.ports, await entry(), { lastCalls, refusals: null });
  expect([...(await app.ports.store.lastCalls('studio-1')).keys()]).toEqual([kept]);
});

it('a refusal whose report could not be stored counts once it is stored', async () => {
  let refused = 0;
  const recorder = {
    observePush: () => undefined,
    countRefusedConfiguration: () => void (refused += 1),
    countSignIn: () => undefined,
    countWebhookAttempt: () => undefined,
    collect: () => Promise.resolve({ text: '', contentType: 'text/plain' }),
  };
  app = await testConsole({ metrics: { recorder } });
  vi.spyOn(app.ports.store, 'setApplied').mockRejectedValueOnce(new StoreUnavailable('down'));
  const headers = { authorization: basic('studio-1', app.key) };
  const report = () => app.call('POST', '/sync/applied', { body: { version: 1, refused: 'no' }, headers });
  expect([(await report()).status, refused]).toEqual([503, 0]);
  expect([(await report()).status, refused]).toEqual([204, 1]);
});
