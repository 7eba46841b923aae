// The key of a studio: each button acts after a question, and a new key is shown once.
import { expect, it } from 'vitest';
import { KeyCard } from '../../../../../adapters/web/console/studio/key-card.js';
import { buttons, check, dialogs, noDialog, option, press, show, shows, text } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { haveStudios, studioOf } from '../fixtures.js';

const oldKey = { validUntil: '2021-03-01T12:00:00.000Z' };
const open = (change: Parameters<typeof studioOf>[1] = {}): void => {
  const studio = studioOf('a/1', { name: 'Main', ...change });
  haveStudios(studio);
  show(<KeyCard studio={studio} />);
};

it.each([
  [{}, 'Revoke key', 'Revoke key', 'DELETE /studios/a%2F1/key'],
  [{ key: 'none' as const }, 'Create key', 'Create key', 'POST /studios/a%2F1/key?overlapMs=0'],
  [{ oldKey }, 'End old key now', 'End old key', 'POST /studios/a%2F1/key/end-old'],
])('%j: “%s” asks first, and stays open with the reason of a refusal', async (change, name, confirm, call) => {
  open(change);
  server.answer(
    call,
    () => refused(503, 'later'),
    () => replied({ key: 'n3w' }),
  );
  await press(name);
  expect([dialogs().length, server.changes()]).toEqual([1, []]);
  await press(confirm);
  await shows('Later.');
  await press(confirm);
  await (name === 'Create key' ? shows('Connect Main') : noDialog());
  expect(server.changes().map(([sent]) => sent)).toEqual([call, call]);
});

it.each([
  [{}, ['Replace key', 'Revoke key']],
  [{ key: 'none' as const, keyInUse: null }, ['Create key']],
  [{ oldKey }, ['Replace key', 'Revoke key', 'End old key now']],
])('the buttons are those that the keys allow: %j', (change, names) => {
  open(change);
  expect(buttons()).toEqual(names);
});

it('a key is replaced with the chosen overlap, and the new one is shown with its command until it is left', async () => {
  open();
  const call = 'POST /studios/a%2F1/key?overlapMs=604800000';
  server.reply(call, { key: 'n3w' });
  await press('Replace key');
  expect(option('1 day').checked).toBe(true);
  await check('7 days');
  await press('Cancel');
  await press('Replace key');
  expect(option('1 day').checked).toBe(true);
  await check('7 days');
  await press('Replace key');
  await shows('The key is shown only now.');
  expect(server.changes().map(([sent]) => sent)).toEqual([call]);
  expect([dialogs(), text()]).toEqual([['Connect Main'], expect.stringMatching(/asks for it.* n3w /)]);
  await press('Done');
  expect([dialogs(), text().includes('n3w')]).toEqual([[], false]);
});
