// The search: when it asks the console, what it finds, and what it opens.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FindDialog } from '../../../../../adapters/web/console/find/find-dialog.js';
import { address, alerts, enter, show, shows, text, user } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { haveStudios, signedIn, studioOf } from '../fixtures.js';

const onClose = vi.fn();
const open = async (at = '/studios/b/access') => {
  haveStudios(studioOf('a'), studioOf('b'));
  const view = show(<FindDialog onClose={onClose} />, { answers: [signedIn({ role: 'viewer' })], address: at });
  await shows('Studio a');
  return view;
};
const write = (value: string): void => {
  enter('Studio, device, address or setting', value);
};
const found = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.found-name')].map(({ textContent }) => textContent);
const isFound = (name: string, is = true): Promise<void> =>
  waitFor(() => {
    expect(found().includes(name)).toBe(is);
  });
const searches = () => server.calls().filter((call) => call.includes('/find'));
const record = (studioId: string, kind: string, name: string) => ({
  ...{ kind, studioId, studioName: `Studio ${studioId}`, name, detail: '' },
});

beforeEach(() => {
  onClose.mockReset();
});

it('the console is asked for the text that has settled, of two characters or more', async () => {
  const records = [record('a', 'device', 'Desk & co'), record('b', 'refused_caller', '10.0.0.1')];
  server.reply('GET /find?text=de%26', { records, more: 1_200 });
  await open();
  for (const value of ['d', 'de', ' de& ']) write(value);
  await shows('1,200 more devices and addresses match. Enter more words.');
  expect([searches(), found()]).toEqual([['GET /find?text=de%26'], ['10.0.0.1', 'Desk & co']]);
  write('');
  await isFound('Desk & co', false);
  expect(text()).not.toContain('more devices');
  write(' de& ');
  await isFound('Desk & co');
  await user.click(screen.getByRole('option', { name: /Desk & co/ }));
  expect([address(), onClose.mock.calls.length]).toEqual(['/studios/a/devices?search=Desk%20%26%20co', 1]);
});

it('a failure is shown until the console can search, and what was found stays meanwhile', async () => {
  server.answer('GET /find?text=desk', () => refused(503, 'later'));
  await open();
  write('desk');
  await shows('Later.');
  write('');
  expect(alerts()).toEqual([]);
  server.reply('GET /find?text=desk+lamp', { records: [record('a', 'device', 'Lamp')], more: 0 });
  write('desk lamp');
  await isFound('Lamp');
  const answer = held();
  server.answer('GET /find?text=desk+light', answer.answer);
  write('desk light');
  await expect.poll(searches).toContain('GET /find?text=desk+light');
  expect([found().includes('Lamp'), alerts()]).toEqual([true, []]);
  answer.give(replied({ records: [], more: 0 }));
  await isFound('Lamp', false);
});

it('the settings of the studio that is shown come first, and only the pages that the role permits', async () => {
  const view = await open();
  expect(found().slice(0, 2)).toEqual(['Overview', 'Access']);
  write('page');
  expect(found()).toEqual(['Studios', 'Your account']);
  view.unmount();
  await open('/studios');
  expect(found()[0]).toBe('Studios');
});
