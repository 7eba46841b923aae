// The dialog that adds a device, and then shows its token.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AddDevice } from '../../../../../adapters/web/console/devices/add-device.js';
import { alerts, button, check, dialogs, enter, errors, field, option } from '../../page-bench.js';
import { press, show, shows } from '../../page-bench.js';
import { refused, server } from '../../page-server.js';
import { deviceOf, haveStudios } from '../fixtures.js';

const onClose = vi.fn();
const call = 'POST /studios/a/devices';
const plain = {
  access: 'read_only',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt: null,
  panel: null,
  operations: [],
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2021, 2, 14, 12), toFake: ['Date'] });
  onClose.mockReset();
  server.reply('GET /studios/a/devices', { devices: [] });
  haveStudios();
  show(<AddDevice studioId="a" onClose={onClose} />);
});

it('a new device may only read unless another choice is made, and its token is shown instead of the form', async () => {
  server.reply(call, { device: deviceOf('Lamp'), token: 'sc_secret' });
  enter('Name', 'Lamp');
  for (const address of ['10.0.0.1', '']) enter('Fixed IP address (optional)', address);
  await press('Add');
  await shows('This is the only time it is shown.');
  expect([dialogs(), field('Token').value]).toEqual([['Token for Lamp'], 'sc_secret']);
  expect(server.changes()).toEqual([[call, { name: 'Lamp', ...plain }]]);
  expect(onClose).not.toHaveBeenCalled();
});

it('a new device begins with a preset, of which everything can be changed', async () => {
  enter('Name', 'Lamp');
  const presets = ['Red light', 'Clip panel', 'Display', 'Script'];
  const pressed = () =>
    presets.filter((name) => button(new RegExp(`^${name}`)).getAttribute('aria-pressed') === 'true');
  expect(pressed()).toEqual(['Display']);
  await press(/^Red light/);
  expect([pressed(), option('Studio').checked, option('Signals').checked]).toEqual([['Red light'], true, true]);
  await check('Read and control');
  await check('Studio');
  await check('System');
  for (const station of ['Alpha', '']) enter('Station (optional)', station);
  enter('Fixed IP address (optional)', '10.0.0.1');
  enter('Expiry (optional)', '2021-04-01T10:00');
  await press('Add');
  await shows('Unknown: POST');
  const expiresAt = new Date('2021-04-01T10:00').toISOString();
  const features = ['system', 'signals'];
  expect(server.changes()[0]?.[1]).toEqual({
    ...{ ...plain, name: 'Lamp', access: 'read_and_control', fixedAddress: '10.0.0.1', features, expiresAt },
  });
});

it('the form stays with the error at the field, until that is corrected', async () => {
  server.answer(call, () => refused(409, 'the name is in use'));
  await press('Add');
  expect([errors().length, server.changes()]).toEqual([1, []]);
  enter('Name', 'Lamp');
  enter('Expiry (optional)', '2021-03-01T10:00');
  await press('Add');
  expect([errors(), server.changes()]).toEqual([['Enter a time in the future.'], []]);
  enter('Expiry (optional)', '');
  await press('Add');
  await shows('The name is in use.');
  expect([errors(), alerts(), field('Name').value]).toEqual([['The name is in use.'], [], 'Lamp']);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});
