// The dialog that replaces the token of a device.
import { beforeEach, expect, it, vi } from 'vitest';
import { ReplaceToken } from '../../../../../adapters/web/console/devices/replace-token.js';
import { field, press, show, shows, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios } from '../fixtures.js';

const past = '2021-03-01T12:00:00.000Z';
const later = '2021-05-01T12:00:00.000Z';
const open = (change: Parameters<typeof deviceOf>[1]) => {
  const device = deviceOf('Desk', { id: 'd/1', ...change });
  server.reply('POST /studios/a/devices/d%2F1/replace', { device, token: 'sc_new' });
  return show(<ReplaceToken studioId="a" device={device} onClose={() => undefined} />);
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2021, 2, 14, 12), toFake: ['Date'] });
  haveStudios();
});

it.each([
  [past, null],
  [later, later],
])('the new token of a device that expires at %s expires at %s', async (expiresAt, after) => {
  open({ expiresAt });
  await press('Replace');
  await shows('Token for Desk');
  expect(field('Token').value).toBe('sc_new');
  const body = { overlapMs: 86_400_000, expiresAt: after };
  expect(server.changes()).toEqual([['POST /studios/a/devices/d%2F1/replace', body]]);
});

it.each(['active', 'expired'] as const)('the token before the present one ends at once, if it is %s', (state) => {
  open({ oldToken: { state, endsAt: later, lastCall: null } });
  expect(text().includes('The token that was replaced before ends at once.')).toBe(state === 'active');
});
