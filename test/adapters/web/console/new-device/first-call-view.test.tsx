// The first call of a new device.
import { expect, it } from 'vitest';
import { FirstCall } from '../../../../../adapters/web/console/new-device/first-call-view.js';
import { allRead, show, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios, studioOf } from '../fixtures.js';

const device = deviceOf('Desk', { id: 'd1' });
const waiting = async (connected: boolean, lastCall: object | null = null) => {
  server.reply('GET /studios/a%2Fb/devices', { devices: [{ ...device, lastCall }] });
  haveStudios(studioOf('a/b', { connected }));
  const view = show(<FirstCall studioId="a/b" device={device} />);
  await allRead(view);
  return view;
};

it('the first call is awaited in vain while the service is not connected, and may be reported otherwise', async () => {
  const view = await waiting(false);
  expect(text()).toContain('The studio’s service isn’t connected: the token works once it has connected.');
  view.unmount();
  const lastCall = { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.4', answer: null };
  await waiting(true, lastCall);
  expect(text()).toMatch(/^Seen from 10\.0\.0\.4 , 1 Mar 2021/);
});
