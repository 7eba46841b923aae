// Whether the service of a studio has connected with a new key.
import { expect, it } from 'vitest';
import { ConnectionProgress } from '../../../../../adapters/web/console/studios/connection-progress.js';
import { allRead, show, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { haveStudios, serviceOf, studioOf } from '../fixtures.js';

const refusal = (reason: string, address: string) => ({
  ...{ reason, address, studioId: 'other', lastTime: '2021-03-01T12:00:00.000Z' },
});
const refusedServices = [refusal('wrong_key', '10.0.0.1'), refusal('unknown_studio', '10.0.0.2')];
const progress = async (change: Parameters<typeof studioOf>[1]): Promise<string> => {
  const studio = studioOf('a/1', change);
  haveStudios(studio);
  server.reply('GET /studios/a%2F1/refused-services', { refusedServices });
  const view = show(<ConnectionProgress studioId="a/1" />, { answers: [[['studios'], [studio]]] });
  await allRead(view);
  return text();
};

it.each([
  [{ connected: false, keyInUse: null }, /^Waiting for the studio’s service…/],
  [{ keyInUse: 'old' as const }, /^The service still uses the old key\./],
  [{ service: serviceOf() }, /^Connected, version 2\.0, in effect\.$/],
  [{ desiredVersion: 7 }, /^Connected\. The settings are being sent…$/],
])('a service is awaited until it has connected with the key: %j', async (change, wanted) => {
  expect(await progress(change)).toMatch(wanted);
});

it.each([
  ['old', true],
  ['current', false],
] as const)(
  'refused services are read and shown until the new key is used: it uses the %s one',
  async (keyInUse, isRead) => {
    const shown = await progress({ keyInUse });
    expect(/wrong key for this studio: 10\.0\.0\.1.* unknown studio other : 10\.0\.0\.2/.test(shown)).toBe(isRead);
    expect(server.calls().some((call) => call.includes('refused'))).toBe(isRead);
  },
);
