// Two studios whose services are connected to one console at the same time.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { features } from '../../domain/feature.js';
import { testConsole, type ConsoleUnderTest } from '../application/console/console.js';
import { linkedService, until, type LinkedService } from '../adapters/cloud/link.js';

const ids = ['studio-1', 'studio-2'] as const;

let app: ConsoleUnderTest;
let services: readonly LinkedService[];

/** Returns the newest version of each studio at the console. */
const desiredVersions = async (): Promise<readonly number[]> => {
  const { studios } = (await app.operate('GET', '/api/studios')).body as { studios: { desiredVersion: number }[] };
  return studios.map(({ desiredVersion }) => desiredVersion);
};

const versionsInForce = (): readonly number[] => services.map(({ inForce }) => inForce());

const areInSync = async (): Promise<boolean> => String(await desiredVersions()) === String(versionsInForce());

const configurations = (): readonly AccessConfiguration[] =>
  services.map(({ access }) => access.current().configuration);

beforeEach(async () => {
  app = await testConsole();
  const { port } = await app.server.listen(0, '127.0.0.1');
  const { key } = (await app.operate('POST', '/api/studios', { id: 'studio-2', name: 'Studio Two' })).body as {
    key: string;
  };
  services = ids.map((studioId, at) =>
    linkedService(`http://127.0.0.1:${String(port)}`, [app.key, key][at] ?? '', { studioId }),
  );
  for (const { link } of services) link.start();
  await until(areInSync);
});
afterEach(async () => {
  for (const { link } of services) await link.stop();
  await app.server.close(0);
});

it('@TOKEN-10: the hash of a token is sent to the service of its studio only', async () => {
  const { body } = await app.operate('POST', '/api/studios/studio-2/devices', { name: 'Panel', access: 'read_only' });
  await until(areInSync);
  const hash = hashToken((body as { token: string }).token);
  expect(configurations().map((configuration) => JSON.stringify(configuration).includes(hash))).toEqual([false, true]);
});

it('@SWITCH-10: the switches of one studio change nothing in the other', async () => {
  const before = versionsInForce();
  const allOn = Object.fromEntries(features.map((feature) => [feature, { read: true, control: true }]));
  const changed = { ...allOn, signals: { read: false, control: true } };
  expect((await app.operate('PUT', '/api/studios/studio-2/features', changed)).status).toBe(200);
  await until(areInSync);
  expect(configurations().map(({ studioId }) => studioId)).toEqual(ids);
  expect(configurations().map(({ features: { signals } }) => signals.read)).toEqual([true, false]);
  expect(versionsInForce()[0]).toBe(before[0]);
});
