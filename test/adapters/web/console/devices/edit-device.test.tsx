// The edit of a device: what is saved, and what becomes of it when someone else changes the device.
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { EditDevice } from '../../../../../adapters/web/console/devices/edit-device.js';
import { settingsOf } from '../../../../../adapters/web/console/devices/queries.js';
import { alerts, buttons, dialogs, enter, field, press, show, shows, text } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { deviceOf } from '../fixtures.js';

const desk = deviceOf('Desk', { id: 'd/1', station: 'Alpha', expiresAt: '2021-03-01T12:00:00.000Z' });
const path = '/studios/a/devices/d%2F1';
const onClose = vi.fn();
const dialog = (device = desk) => <EditDevice studioId="a" device={device} onClose={onClose} />;
const begin = async (device = desk) => {
  const view = show(dialog(device));
  await shows('No changes yet.');
  return view;
};
const isClosed = () => vi.waitUntil(() => onClose.mock.calls.length === 1);
/** The first save is refused, as the device has changed since the edit began. */
const refuseOnce = (): void => {
  server.answer(
    `PATCH ${path}`,
    () => refused(412, 'changed'),
    () => replied({ device: desk }),
  );
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2021, 2, 14, 12), toFake: ['Date'] });
  onClose.mockReset();
  server.reply('GET /studios/a/devices', { devices: [desk] });
  server.reply(`GET ${path}`, { device: desk });
  server.reply(`PATCH ${path}`, { device: desk });
});

it('an edit sends all settings with the tag of the state that it began with, also if the expiry has passed', async () => {
  await begin();
  enter('Name', 'Table');
  await press('Save');
  await isClosed();
  expect(server.changes()).toEqual([[`PATCH ${path}`, { ...settingsOf(desk), name: 'Table' }, '"1"']]);
});

it('an edit is kept when someone else changed the device, until the operator chooses what to keep', async () => {
  await begin();
  enter('Name', 'Table');
  refuseOnce();
  server.reply(`GET ${path}`, { device: { ...desk, station: 'Beta' } }, '"2"');
  await press('Save');
  await shows('Someone else changed this device. Choose what to keep.');
  expect([onClose.mock.calls, alerts().length, text()]).toEqual([[], 1, expect.stringContaining('Alpha Beta Alpha')]);
  await press('Keep my changes');
  expect([field('Name').value, field('Station (optional)').value]).toEqual(['Table', 'Beta']);
  await press('Save');
  await isClosed();
  const settings = { ...settingsOf(desk), name: 'Table', station: 'Beta' };
  expect(server.changes().at(-1)).toEqual([`PATCH ${path}`, settings, '"2"']);
});

it('an edit is saved at the next attempt if the device got a new token before the first', async () => {
  await begin();
  enter('Name', 'Table');
  const isCurrent = (headers: Headers) => headers.get('If-Match') === '"2"';
  server.answer(`PATCH ${path}`, ({ headers }) =>
    isCurrent(headers) ? replied({ device: desk }) : refused(412, 'changed'),
  );
  server.reply(`GET ${path}`, { device: desk }, '"2"');
  await waitFor(async () => {
    await press('Save');
    expect([onClose.mock.calls.length, dialogs()]).toEqual([1, ['Edit Desk']]);
  });
});

it('an edit begins from what is stored now, and not from what an earlier edit has read', async () => {
  const view = await begin();
  const answer = held();
  server.answer(`GET ${path}`, answer.answer);
  view.update(<p />);
  const ofDevice = { queryKey: ['studio', 'a', 'device'] };
  await expect.poll(() => view.client.getQueryCache().findAll(ofDevice)).toEqual([]);
  view.update(dialog());
  await shows('Loading…');
  expect(buttons()).not.toContain('Save');
  answer.give(replied({ device: { ...desk, station: 'Beta' } }));
  await shows('No changes yet.');
  expect(field('Station (optional)').value).toBe('Beta');
});

it('an edit of one device is no edit of another', async () => {
  const view = await begin();
  enter('Name', 'Table');
  view.unmount();
  const door = deviceOf('Door', { id: 'd/2' });
  server.reply('GET /studios/a/devices/d%2F2', { device: door });
  await begin(door);
  expect(field('Name').value).toBe('Door');
});
