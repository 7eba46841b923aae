// One device in the table: what its row shows and offers.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeviceOverview } from '../../../../../adapters/web/console/api/contract.js';
import { DeviceRow } from '../../../../../adapters/web/console/devices/device-row.js';
import { buttons, dialogs, noDialog, pick, press, show, text, user } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios, signedIn, studioOf } from '../fixtures.js';

const now = Date.UTC(2021, 2, 14, 12);
const soon = new Date(now + 3 * 86_400_000).toISOString();
const call = {
  ...{ time: new Date(now - 120_000).toISOString(), address: '10.0.0.1' },
  answer: { status: 403, error: 'read_only' },
};
const oldToken = { state: 'active', lastCall: null, endsAt: soon } as const;
const onSelect = vi.fn();

const open = (
  change: Partial<DeviceOverview> = {},
  mayChange = true,
  otherRole: 'operator' | 'viewer' = 'operator',
) => {
  const studios = ['a', 'b'].map((id) => studioOf(id));
  haveStudios(...studios);
  const session = signedIn({ role: null, studioRoles: { a: 'operator', b: otherRole } });
  const device = deviceOf('Desk', { id: 'd/1', ...change });
  const row = { studioId: 'a', device, mayChange, isSelected: false, onSelect };
  return show(<DeviceRow {...row} />, { answers: [session, [['studios'], studios]] });
};
const cells = (): readonly string[] =>
  [...document.querySelectorAll('[role=cell], [role=rowheader]')].map((cell) => text(cell)).filter((one) => one !== '');

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});

it.each([
  [{}, ['Desk', 'Read only All features', 'Active']],
  [{ station: 'Alpha', fixedAddress: '::1' }, ['Desk Station Alpha Only from ::1', 'Read only All features', 'Active']],
  [
    { access: 'read_and_control', features: ['outputs', 'signals'], expiresAt: soon },
    ['Desk', 'Read and control Outputs, Signals', 'Active Until 17 Mar 2021'],
  ],
  [{ tokenState: 'expires_soon', expiresAt: soon }, ['Desk', 'Read only All features', 'Expires in 3 days']],
  [
    { tokenState: 'expired', expiresAt: soon, usage: 'never_used' },
    ['Desk', 'Read only All features', 'Expired', 'Never used'],
  ],
  [
    { tokenState: 'revoked', state: 'revoked', usage: 'never_used' },
    ['Desk', 'Read only All features', 'Revoked', 'Never'],
  ],
  [
    { lastCall: call, usage: 'not_used_for_30_days' },
    [
      'Desk',
      'Read only All features',
      'Active',
      '2 minutes ago from 10.0.0.1 Not used for 30 days',
      '403 Refused: the device is read-only',
    ],
  ],
  [
    { lastCall: { ...call, answer: null } },
    ['Desk', 'Read only All features', 'Active', '2 minutes ago from 10.0.0.1'],
  ],
] as const)('the row of %j reads %j', (change, texts) => {
  open(change, false);
  expect(cells()).toEqual(texts);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/studios/a/activity?show=device-d%2F1');
  expect(buttons()).toEqual([]);
});

const actions = ['Edit Desk', 'Replace token of Desk', 'Revoke Desk', 'More actions for Desk'];
it.each([
  [{}, 'operator', actions, ['Copy to another studio', 'Delete']],
  [{}, 'viewer', actions, ['Delete']],
  [{ tokenState: 'expired' }, 'operator', actions, ['Delete']],
  [{ state: 'revoked', tokenState: 'revoked' }, 'operator', ['Edit Desk', 'More actions for Desk'], ['Delete']],
] as const)('the row of %j offers to a %s of another studio: %j', async (change, role, names, more) => {
  open(change, true, role);
  expect(buttons()).toEqual(names);
  await press('More actions for Desk');
  expect(screen.getAllByRole('menuitem').map((item) => text(item))).toEqual(more);
});

it.each([
  ['Revoke Desk', 'Revoke Desk?', 'Revoke', 'POST /studios/a/devices/d%2F1/revoke'],
  ['', 'Delete Desk?', 'Delete', 'DELETE /studios/a/devices/d%2F1'],
  [
    'End old token now: Desk',
    'End the old token of Desk?',
    'End old token',
    'POST /studios/a/devices/d%2F1/end-old-token',
  ],
])('the row asks before it acts: %s %s', async (name, title, confirm, request) => {
  open({ oldToken });
  server.reply(request, {});
  await (name === '' ? pick('More actions for Desk', 'Delete') : press(name));
  expect([dialogs(), server.changes()]).toEqual([[title], []]);
  await press(confirm);
  await noDialog();
  expect(server.changes().map(([sent]) => sent)).toEqual([request]);
});

it.each([
  [oldToken, /The old token has not been used since it was replaced\. It ends by itself on 17 Mar/],
  [
    { ...oldToken, lastCall: call },
    /The old token is still in use: last call 2 minutes ago from 10\.0\.0\.1 \. It ends/,
  ],
  [{ ...oldToken, state: 'expired' as const }, /^((?!old token).)*$/],
])('the old token %j is explained as long as it works', (token, wanted) => {
  open({ oldToken: token }, false);
  expect(text()).toMatch(wanted);
});

it('a device is selected by its box', async () => {
  open();
  await user.click(screen.getByLabelText('Select Desk'));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(true);
});
