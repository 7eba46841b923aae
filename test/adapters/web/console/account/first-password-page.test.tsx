// The page of an operator who has to choose a password first.
import { expect, it, vi } from 'vitest';
import { FirstPasswordPage } from '../../../../../adapters/web/console/account/first-password-page.js';
import { enter, press, show, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { signedIn } from '../fixtures.js';

it('a password is chosen, and the session is read again', async () => {
  show(<FirstPasswordPage />, { answers: [signedIn({ mustChangePassword: true })] });
  expect([document.title, text()]).toEqual([
    'Choose a password · Studio Control',
    expect.stringContaining('Somebody else has set your password'),
  ]);
  enter('Password you signed in with', 'what admin set');
  enter('New password', 'only I know');
  enter('Repeat new password', 'only I know');
  server.reply('PUT /session/password', undefined);
  await press('Change password');
  await vi.waitUntil(() => server.changes().length === 1);
  const body = { current: 'what admin set', next: 'only I know' };
  expect(server.changes()).toEqual([['PUT /session/password', body]]);
});
