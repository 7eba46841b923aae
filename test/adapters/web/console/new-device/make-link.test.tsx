// The dialog that makes a link for one call.
import { beforeEach, expect, it } from 'vitest';
import { MakeLinkButton } from '../../../../../adapters/web/console/new-device/make-link.js';
import { defaultConfiguration } from '../../../../../domain/access/configuration.js';
import { choose, dialogs, enter, field, press, show, shows } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios } from '../fixtures.js';

const { access, features } = defaultConfiguration('a');

const panelTargets = {
  ...{ urls: ['http://10.0.0.5:3002'], outputs: [{ slot: 'main', scenes: ['full'] }], signals: ['door-lock'] },
  ...{ clips: [{ number: 3, name: 'Weather' }], macros: [], stations: null, panels: null, further: 0 },
};

beforeEach(() => {
  server.reply('GET /studios/a/panel-targets', { panelTargets });
  server.reply('GET /studios/a/access', access);
  server.reply('GET /studios/a/features', features);
  server.reply('POST /studios/a/devices', { device: deviceOf('Door'), token: 'svc_secret' });
  haveStudios();
  show(<MakeLinkButton studioId="a" />);
});

it('@LIMIT-1: a link is a device that may make this one call', async () => {
  await press('Make a link');
  await shows('What it does');
  enter('Name', 'Door');
  await choose(/What it does/, 'Pulse door-lock');
  await press('Make link');
  await shows('This is the only time it is shown.');
  expect([dialogs(), field('Link').value]).toEqual([
    ['Link for Door'],
    'http://10.0.0.5:3002/api/v2/plain/signals/door-lock/pulse?token=svc_secret',
  ]);
  const [[, body] = []] = server.changes();
  const operations = [{ operation: 'signal.pulse', with: { id: 'door-lock' } }];
  expect(body).toMatchObject({ name: 'Door', access: 'read_and_control', operations, panel: null });
});

it('a link that plays a clip names the clip', async () => {
  await press('Make a link');
  await shows('What it does');
  enter('Name', 'Weather');
  await choose(/What it does/, 'Play a clip on main');
  await press('Make link');
  await shows('This is the only time it is shown.');
  const [[, body] = []] = server.changes();
  expect(body).toMatchObject({ operations: [{ operation: 'clip.play', with: { slot: 'main', number: '3' } }] });
});
