// The section of recently refused callers: what it offers for each caller, and what that does.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { startEditing } from '../../../../../adapters/web/console/api/drafts.js';
import { CallersSection } from '../../../../../adapters/web/console/callers/callers-section.js';
import {
  address,
  alerts,
  allRead,
  button,
  buttons,
  enter,
  errors,
  field,
  isEnabled,
  press,
  show,
  shows,
  text,
} from '../../page-bench.js';
import { refused, server } from '../../page-server.js';
import { deviceOf, haveStudios, serviceOf, signedIn, studioOf } from '../fixtures.js';

const now = Date.UTC(2021, 2, 14, 12);
const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
const desk = deviceOf('Desk', { id: 'd1' });
const reason = (name: string, change: object = {}) => ({
  ...{ reason: name, count: 1, lastTime: at(-5), device: null, forwarded: false, code: null, ...change },
});
const caller = (from: string, ...reasons: readonly ReturnType<typeof reason>[]) => ({
  ...{ address: from, reasons, reason: reasons[0]?.reason, lastTime: at(-5) },
  count: reasons.reduce((sum, { count }) => sum + count, 0),
});
const unknown = (from: string, change: object = {}) => caller(from, reason('no_token', { count: 2, ...change }));
const access = {
  apiEnabled: true,
  accessWithoutToken: 'off',
  legacyAuthorization: false,
  listedDevices: [] as object[],
};

/** The unsaved changes of the section Access. */
const draft = (): typeof access => {
  let edited = access;
  startEditing('a/access', { value: access, etag: null, version: null }, (value) => (edited = value));
  return edited;
};

interface Around {
  readonly role?: 'operator' | 'viewer';
  /** Null if they can’t be read. */
  readonly settings?: object | null;
  readonly devices?: readonly object[];
  readonly version?: string | null;
}

const open = async (
  callers: readonly object[],
  { role = 'operator', settings = access, devices = [desk], version = '1.0' }: Around = {},
): Promise<void> => {
  server.reply('GET /studios/a/refused-callers', { refusedCallers: callers });
  server.reply('GET /studios/a/devices', { devices });
  if (settings === null) server.answer('GET /studios/a/access', () => refused(503, 'later'));
  else server.reply('GET /studios/a/access', settings);
  haveStudios(studioOf('a', { service: serviceOf({ version }) }));
  server.reply('DELETE /studios/a/refused-callers', undefined);
  const around = { answers: [signedIn({ role })], address: '/studios/a/callers' };
  const view = show(<CallersSection studio={studioOf('a')} />, around);
  await shows(callers.length === 0 ? 'No callers' : ' last ');
  await allRead(view);
};
const links = (): readonly unknown[] =>
  screen.queryAllByRole('link').map((link) => [text(link), link.getAttribute('href')]);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});

it.each([
  ['off', 'listed'],
  ['whole_lan', 'whole_lan'],
])('an unknown caller is listed as an unsaved change, which opens Access: %s becomes %s', async (before, after) => {
  const listedDevices = [{ address: '::1', label: 'x' }];
  await open([unknown('203.0.113.7')], { settings: { ...access, accessWithoutToken: before, listedDevices } });
  await press('Allow this address: 203.0.113.7');
  expect(draft()).toEqual({
    ...{ ...access, accessWithoutToken: after },
    listedDevices: [...listedDevices, { address: '203.0.113.7', label: 'Refused caller 203.0.113.7' }],
  });
  expect([address(), server.changes()]).toEqual(['/studios/a/access', []]);
});

it('an unknown caller is listed for one hour, in addition to what is not saved yet', async () => {
  const from = 'fe80:1111:2222:3333:4444:5555:6666:7777%interface-with-a-long-name';
  await open([unknown(from)]);
  startEditing('a/access', { value: access, etag: null, version: null }, (value) => ({
    ...{ ...value, apiEnabled: false },
    listedDevices: [{ address: '::2' }],
  }));
  await press(`For one hour: ${from}`);
  expect(draft()).toEqual({
    ...{ ...access, apiEnabled: false, accessWithoutToken: 'listed' },
    listedDevices: [
      { address: '::2' },
      { address: from, label: `Refused caller ${from}`.slice(0, 64), expiresAt: at(60) },
    ],
  });
});

it('an unknown caller is not listed for one hour where the service ignores ends', async () => {
  await open([unknown('10.0.0.7')], { version: null });
  expect(buttons()).toContain('Allow this address: 10.0.0.7');
  expect(isEnabled(button('For one hour: 10.0.0.7'))).toBe(false);
});

it('callers can’t be listed while the settings can’t be read, which is shown once', async () => {
  await open([unknown('10.0.0.7'), unknown('10.0.0.8')], { settings: null });
  expect(alerts()).toEqual([expect.stringContaining('Later.')]);
  expect(isEnabled(button('Allow this address: 10.0.0.7'))).toBe(false);
  server.reply('GET /studios/a/access', access);
  await press('Try again');
  await waitFor(() => {
    expect(buttons()).toContain('Allow this address: 10.0.0.7');
  });
  expect(alerts()).toEqual([]);
});

it('a caller is not listed again if something admits it now', async () => {
  const listedDevices = [{ address: '10.0.0.0/24', label: 'Desks' }];
  const settings = { ...access, accessWithoutToken: 'listed', listedDevices };
  await open([unknown('10.0.0.7'), unknown('10.0.0.8', { forwarded: true })], { settings });
  await shows('Allowed now By the listed entry 10.0.0.0/24 (Desks).');
  expect(text().match(/Allowed now/g)).toHaveLength(1);
  expect(text()).toContain('A proxy forwarded the call, so its address admits nobody. 2 times, last 5 minutes ago');
  expect(buttons()).toEqual([...['Pair a screen', 'Clear list', 'Add as device: 10.0.0.7', 'Add as device: 10.0.0.8']]);
});

it('a caller with the token of a device has a link to it, and calls that are no longer explained', async () => {
  const reasons = [
    reason('read_only', { device: { id: 'd1', name: 'Desk' }, count: 2 }),
    reason('api_off', { device: { id: 'd2', name: 'Old' } }),
  ];
  await open([{ ...caller('10.0.0.9', ...reasons), count: 4 }]);
  expect(links().at(-1)).toEqual(['View devices', '/studios/a/devices?search=Desk']);
  expect(text()).toContain('1 more, whose reasons are no longer known');
  expect(buttons()).toEqual(['Pair a screen', 'Clear list']);
});

it.each([
  [at(-5), false],
  [at(-4), true],
])('a device whose last call was at %s has been admitted since the refusal: %s', async (time, isSince) => {
  const lastCall = { time, address: '10.0.0.9', answer: { status: 200, error: null } };
  await open([caller('10.0.0.9', reason('read_only', { device: { id: 'd1', name: 'Desk' }, count: 2 }))], {
    devices: [
      { ...desk, id: 'd0' },
      { ...desk, lastCall },
    ],
  });
  expect(text().includes('Admitted since')).toBe(isSince);
  expect(text().includes('A device at this address has called since: “Desk”.')).toBe(isSince);
});

it('the list is cleared after a question, and read again', async () => {
  await open([unknown('10.0.0.7')]);
  await press('Clear list');
  server.reply('GET /studios/a/refused-callers', { refusedCallers: [] });
  await press('Clear');
  await shows('No callers were refused recently.');
  expect(server.changes()).toEqual([['DELETE /studios/a/refused-callers', undefined]]);
});

it('a viewer is offered nothing', async () => {
  await open([unknown('10.0.0.7')], { role: 'viewer' });
  expect([buttons(), links()]).toEqual([[], []]);
});

it('@PAIRING-2: a screen is paired by the code that it shows, until tonight', async () => {
  const waiting = caller('10.0.0.7', reason('unknown_token', { count: 4, code: '7K3M-Q0XF' }));
  await open([waiting]);
  expect(text()).toContain('Unknown token. Code 7K3M-Q0XF 4 times');
  server.reply('POST /studios/a/devices/pair', { device: desk });
  await press('Pair this screen: 7K3M-Q0XF');
  expect(field('Code').value).toBe('7K3M-Q0XF');
  await press('Pair');
  expect(errors()).toEqual([expect.stringMatching(/^Enter 1 to 64 characters/)]);
  enter('Name', 'Tablet');
  enter('Limit to a panel (optional)', 'presenter');
  await press('Pair');
  const [[call, body] = []] = server.changes();
  expect(call).toBe('POST /studios/a/devices/pair');
  expect(body).toMatchObject({ code: '7K3M-Q0XF', name: 'Tablet', access: 'read_and_control', panel: 'presenter' });
  const end = new Date((body as { readonly expiresAt: string }).expiresAt);
  expect([end.getHours(), end.getMinutes(), end.getTime() - now <= 86_400_000]).toEqual([4, 0, true]);
});
