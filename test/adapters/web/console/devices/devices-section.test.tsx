// The section Devices: its filters, its selection, and actions on several devices.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DevicesSection } from '../../../../../adapters/web/console/devices/devices-section.js';
import { address, allRead, button, buttons, enter } from '../../page-bench.js';
import { isEnabled, press, show, shows, text, user } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios, signedIn, studioOf } from '../fixtures.js';

const devices = [
  ...[deviceOf('Ann'), deviceOf('Bob'), deviceOf('Cleo', { state: 'revoked', tokenState: 'revoked' })],
  ...[deviceOf('Dora'), deviceOf('Eve', { tokenState: 'expires_soon' })],
];
const list = 'GET /studios/a/devices';

const open = async (at = '', role: 'operator' | 'viewer' = 'operator', listed: readonly object[] = devices) => {
  server.reply(list, { devices: listed });
  haveStudios(...['a', 'b', 'c', 'd'].map((id) => studioOf(id, { name: id.toUpperCase() })));
  const session = signedIn({ role: null, studioRoles: { a: role, b: 'operator', c: 'viewer', d: 'admin' } });
  const around = { answers: [session], address: `/studios/a/devices${at}` };
  const view = show(<DevicesSection studio={studioOf('a')} />, around);
  await waitFor(() => {
    expect(text()).not.toContain('Loading');
  });
  await allRead(view);
  return view;
};
/** Selects devices in the table. */
const select = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) await user.click(screen.getByLabelText(`Select ${name}`));
};

it('a viewer is offered the export alone', async () => {
  const view = await open('', 'viewer', []);
  expect(text()).toMatch(/No devices yet\.$/);
  await press('Export');
  expect(screen.getAllByRole('menuitem').map((item) => text(item))).toEqual(['Export as CSV', 'Export as JSON']);
  view.unmount();
  await open('', 'operator', []);
  expect(text()).toMatch(/No devices yet\. Each device gets its token when you add it\.$/);
});

it('selected devices are counted, stay selected while the table does not show them, and are forgotten once removed', async () => {
  const { client } = await open();
  await select('Ann', 'Bob');
  enter('Find a device', 'bob');
  expect(text()).toContain('2 devices selected, 1 not shown');
  await user.click(screen.getByLabelText('Select all devices that are shown'));
  expect(text()).toContain('1 device selected, 1 not shown');
  await user.click(screen.getByLabelText('Select all devices that are shown'));
  await press('Show all devices');
  expect(address()).toBe('/studios/a/devices');
  server.reply(list, { devices: devices.slice(1) });
  await client.refetchQueries({ queryKey: ['studio', 'a', 'devices'] });
  await shows('1 device selected');
  await select('Bob', 'Cleo');
  expect(text()).toContain('1 device selected. None has a token that could be revoked.');
  expect(isEnabled(button('Revoke selected'))).toBe(false);
  await press('Clear selection');
  expect(buttons()).not.toContain('Clear selection');
});
