// The first call of a new device.
import { expect, it } from 'vitest';
import { FirstCall } from '../../../../../adapters/web/console/new-device/first-call-view.js';
import { allRead, show, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios, studioOf } from '../fixtures.js';

const device = deviceOf('Desk', { id: 'd1' });
const send = (address: string, step: string, change: object = {}): void => {
  const decidedBy = { step, ...(step === 'device_token' && { device: { id: 'd1', name: 'Desk' } }) };
  const call = {
    ...{ time: 1_000, method: 'GET', path: '/x', status: 200, error: null, address, caller: null, answeredAfterMs: 1 },
    ...{ decidedBy, ...change },
  };
  server.stream().send('calls', { calls: [call], notShown: 0 });
};
const waiting = async (connected: boolean, lastCall: object | null = null) => {
  server.reply('GET /studios/a%2Fb/devices', { devices: [{ ...device, lastCall }] });
  haveStudios(studioOf('a/b', { connected }));
  const view = show(<FirstCall studioId="a/b" device={device} />);
  await allRead(view);
  return view;
};

it('the first call is shown with its answer, then also the last one, and before it a call that lacks the token', async () => {
  await waiting(true);
  expect(text()).toBe('Waiting for the first call of Desk…');
  send('10.0.0.9', 'no_token', { status: 401, error: 'unauthorized' });
  expect(text()).toContain('A call without this token came from 10.0.0.9 : 401 unauthorized');
  expect(text()).not.toContain('Use another address to try it.');
  send('127.0.0.1', 'host');
  expect(text()).toContain('Use another address to try it.');
  send('10.0.0.1', 'device_token');
  expect(text()).toMatch(/^Seen from 10\.0\.0\.1 , .* 200 GET \/x Admitted by the token of “Desk”\.$/);
  send('10.0.0.2', 'device_token');
  send('10.0.0.3', 'host');
  expect(text()).toMatch(/^Seen from 10\.0\.0\.1 , .*Last call, from 10\.0\.0\.2 :/);
});

it('the first call is awaited in vain while the service is not connected, and may be reported otherwise', async () => {
  const view = await waiting(false);
  expect(text()).toContain('The studio’s service isn’t connected: the token works once it has connected.');
  view.unmount();
  const lastCall = { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.4', answer: null };
  await waiting(true, lastCall);
  expect(text()).toMatch(/^Seen from 10\.0\.0\.4 , 1 Mar 2021/);
});
