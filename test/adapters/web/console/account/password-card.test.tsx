// The form with which operators change their own password.
import { expect, it } from 'vitest';
import { PasswordCard } from '../../../../../adapters/web/console/account/password-card.js';
import { enter, errors, field, press, show, shows, text } from '../../page-bench.js';
import { refused, server } from '../../page-server.js';

const labels = ['Current password', 'New password', 'Repeat new password'];
const enterAll = (...values: readonly string[]): void => {
  for (const [index, label] of labels.entries()) enter(label, values[index] ?? '');
};
const values = (): readonly string[] => labels.map((label) => field(label).value);

it('a changed password stays nowhere in its form, which reports the change until something is entered', async () => {
  server.reply('PUT /session/password', undefined);
  show(<PasswordCard />);
  enterAll('old-secret', 'new-secret', 'new-secret');
  await press('Change password');
  await shows('Password changed.');
  expect([values(), errors()]).toEqual([['', '', ''], []]);
  expect(server.changes()).toEqual([['PUT /session/password', { current: 'old-secret', next: 'new-secret' }]]);
  enter('New password', 'x');
  expect(text()).not.toContain('Password changed.');
});

it('a password is not sent unless it is long enough and repeated, and stays entered when it is refused', async () => {
  server.answer('PUT /session/password', () => refused(400, 'the current password is wrong'));
  show(<PasswordCard />);
  enterAll('old-secret', 'short', 'other');
  await press('Change password');
  expect([errors().length, errors()[1], server.changes()]).toEqual([2, 'The passwords don’t match.', []]);
  enterAll('old-secret', 'new-secret', 'new-secret');
  await press('Change password');
  await shows('The current password is wrong.');
  expect(values()).toEqual(['old-secret', 'new-secret', 'new-secret']);
});
