// The section Devices: its filters, its selection, and actions on several devices.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DevicesSection } from '../../../../../adapters/web/console/devices/devices-section.js';
import { address, allRead, button, buttons, check, choose, dialogs, enter, errors } from '../../page-bench.js';
import { isEnabled, noDialog, pick, press, show, shows, text, user } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
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

it('filters are part of the address; the table shows that nothing matches, and how many have a mark', async () => {
  const view = await open('?search=nobody');
  expect(text()).toContain('0 of 5 devices No devices match your search.');
  enter('Find a device', 'ann');
  expect(address()).toBe('/studios/a/devices?search=ann');
  view.unmount();
  await open('?mark=expired');
  const pressed = (name: string) => button(name).getAttribute('aria-pressed');
  expect([pressed('Revoked 1'), pressed('Expired 0')]).toEqual(['false', 'true']);
  await press('Expired 0');
  expect(address()).toBe('/studios/a/devices');
});

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

it('selected devices are revoked after a question that names first those that are not shown', async () => {
  await open();
  await select('Ann', 'Bob', 'Cleo', 'Eve');
  enter('Find a device', 'ann');
  server.reply('POST /studios/a/devices/revoke', {});
  await press('Revoke selected');
  expect(dialogs()).toEqual(['Revoke 3 devices?']);
  expect(text()).toContain('Bob (not shown) Eve (not shown) Ann Their tokens');
  await press('Revoke 3 devices');
  await noDialog();
  expect(server.changes()).toEqual([['POST /studios/a/devices/revoke', { devices: ['bob', 'eve', 'ann'] }]]);
});

it('selected devices get the settings that were chosen, at the second attempt if someone else changed one', async () => {
  const { client } = await open();
  await select('Ann', 'Bob');
  server.answer(
    'PATCH /studios/a/devices',
    () => refused(412, 'changed'),
    () => replied({}),
  );
  await press('Edit selected');
  expect(isEnabled(button('Save'))).toBe(false);
  for (const name of ['Station', 'Expiry', 'Access']) await check(name);
  await check('Read and control');
  enter('Station (optional)', 'Alpha');
  enter('Expiry (optional)', '2020-01-01T10:00');
  await press('Save');
  expect([errors(), server.changes()]).toEqual([['Enter a time in the future.'], []]);
  await check('Expiry');
  server.reply(list, { devices }, '"2"');
  await client.refetchQueries({ queryKey: ['studio', 'a', 'devices'] });
  await press('Save');
  await shows('Someone else changed devices of this studio. Check your changes, and save them again.');
  await waitFor(() => {
    expect(buttons()).toContain('Save');
  });
  await press('Save');
  await noDialog();
  const body = { devices: ['ann', 'bob'], changes: { station: 'Alpha', access: 'read_and_control' } };
  expect(server.changes()).toEqual(['"1"', '"2"'].map((tag) => ['PATCH /studios/a/devices', body, tag]));
});

it('selected devices are copied to another studio in which the operator may add them, but for those that it has', async () => {
  await open();
  await select('Ann', 'Bob', 'Cleo', 'Dora');
  server.reply('GET /studios/b/devices', { devices: [deviceOf('ANN')] });
  server.answer(
    'GET /studios/d/devices',
    () => refused(503, 'later'),
    () => replied({ devices: [deviceOf('bob')] }),
  );
  const added = ['Ann', 'Dora'].map((name) => ({ device: deviceOf(name), token: 'sc_1' }));
  server.reply('POST /studios/d/devices/import', { devices: added });
  await pick('More', 'Copy to another studio');
  await shows('1 device left out, because the studio has devices with the same names: Ann.');
  await press(/Studio$/);
  expect(screen.getAllByRole('option', { hidden: false }).map((option) => text(option))).toEqual(['B', 'D']);
  await user.keyboard('{Escape}');
  await choose(/Studio$/, 'D');
  await shows('Later.');
  await press('Try again');
  await shows('because the studio has devices with the same names: Bob.');
  expect(text()).toContain('1 device left out, because their tokens are revoked: Cleo.');
  await press('Copy 2 devices');
  await shows('Close without saving');
  const { devices: sent } = server.changes()[0]?.[1] as { readonly devices: readonly { readonly name: string }[] };
  expect([sent.map(({ name }) => name), dialogs()]).toEqual([['Ann', 'Dora'], ['2 devices added']]);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await press('Download tokens');
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('d-tokens.csv');
  await press('Done');
  expect(dialogs()).toEqual([]);
});
