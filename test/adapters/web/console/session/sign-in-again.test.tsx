// The dialog for signing in again after the session has ended.
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hasSessionEnded, sessionEndReason } from '../../../../../adapters/web/console/api/connection-status.js';
import type { SessionOperator } from '../../../../../adapters/web/console/api/contract.js';
import { startEditing } from '../../../../../adapters/web/console/api/drafts.js';
import { SignInAgain } from '../../../../../adapters/web/console/session/sign-in-again.js';
import { alerts, buttons, field, press, show, shows, text, user } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { sessionOf } from '../fixtures.js';

const saved = { value: 'saved', etag: null, version: null };
const again = (signIn: SessionOperator['signIn'] = 'provider') => {
  const operator = sessionOf({ signIn });
  hasSessionEnded.set(true);
  return show(<SignInAgain operator={operator} />, {
    answers: [
      [['session'], operator],
      [['sign-in'], { name: 'Acme', url: '/acme' }],
      [['studios'], []],
    ],
  });
};

it('the page proceeds once the operator has signed in at the provider, and reads everything again', async () => {
  const { client } = again();
  const answer = held();
  server.answer(
    'GET /session',
    () => refused(401, 'no'),
    () => refused(503, 'later'),
    answer.answer,
  );
  const link = screen.getByRole('link');
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual(['/acme', '_blank', 'noopener']);
  await press('I have signed in');
  await shows('You aren’t signed in yet.');
  await press('I have signed in');
  await shows('Later.');
  expect([alerts(), hasSessionEnded.get()]).toEqual([['Later.'], true]);
  await press('I have signed in');
  expect([alerts(), buttons()]).toEqual([[], ['Discard changes and sign in as someone else']]);
  answer.give(replied(sessionOf({ role: 'viewer' })));
  await expect.poll(() => hasSessionEnded.get()).toBe(false);
  expect(client.getQueryData(['session'])).toMatchObject({ username: 'ann', role: 'viewer' });
  expect(client.getQueryState(['studios'])?.isInvalidated).toBe(true);
});

it.each([
  ['unsaved changes stay for the operator who is back', 'ann', 'mine', true],
  ['nothing of the operator is left to another one', 'bob', 'saved', false],
])('%s', async (_, username, edited, isKept) => {
  const { client } = again();
  startEditing('a/access', saved, () => 'mine');
  server.reply('GET /session', sessionOf({ username }));
  await press('I have signed in');
  await expect.poll(() => hasSessionEnded.get()).toBe(false);
  expect(client.getQueryData(['session'])).toMatchObject({ username });
  let draft: unknown;
  startEditing('a/access', saved, (value) => (draft = value));
  expect([draft, client.getQueryData(['studios']) !== undefined]).toEqual([edited, isKept]);
});

it('the reason for the end is shown, and not the next time', async () => {
  sessionEndReason.set('it was idle for too long');
  again();
  expect(text()).toContain('It was idle for too long. Sign in again to continue.');
  act(() => {
    sessionEndReason.set(null);
  });
  expect(text()).toContain('Your session has ended Sign in again to continue.');
  server.reply('GET /session', sessionOf());
  await press('I have signed in');
  await expect.poll(() => sessionEndReason.get()).toBeNull();
});

it('the dialog names the operator, and stays until somebody else wants to sign in', async () => {
  const { client } = again('password');
  expect([field('Username').value, buttons().includes('Sign in')]).toEqual(['ann', true]);
  await user.keyboard('{Escape}');
  expect([hasSessionEnded.get(), text()]).toEqual([true, expect.stringContaining('has ended')]);
  await press('Discard changes and sign in as someone else');
  expect([hasSessionEnded.get(), client.getQueryData(['session'])]).toEqual([false, null]);
  expect(client.getQueryData(['studios'])).toBeUndefined();
});
