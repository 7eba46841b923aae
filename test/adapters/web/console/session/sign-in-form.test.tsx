// The form for signing in.
import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SignInForm } from '../../../../../adapters/web/console/session/sign-in-form.js';
import { alerts, buttons, enter, field, press, show, shows } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { sessionOf } from '../fixtures.js';

beforeEach(() => {
  show(<SignInForm />);
});
const signIn = async (password: string): Promise<void> => {
  enter('Username', 'ann');
  enter('Password', password);
  await press('Sign in');
};

it('a code is asked for, and the sign-in starts again with the username alone', async () => {
  server.answer(
    'POST /session',
    () => refused(401, 'code', { secondFactor: 'code' }),
    () => refused(401, 'wrong'),
  );
  await signIn('right');
  await shows('Start again');
  expect(field('Username').readOnly).toBe(true);
  enter('Code', '123456');
  await press('Sign in');
  await shows('Wrong code.');
  expect(server.changes().at(-1)?.[1]).toEqual({ username: 'ann', password: 'right', code: '123456' });
  await press('Start again');
  expect([field('Username').value, field('Password').value, alerts()]).toEqual(['ann', '', []]);
  expect([buttons(), field('Username').readOnly]).toEqual([['Sign in'], false]);
});

it('one request is sent at a time', async () => {
  const answer = held();
  server.answer('POST /session', answer.answer);
  await signIn('right');
  await shows('Signing in…');
  const form = document.querySelector('form');
  if (form) fireEvent.submit(form);
  answer.give(replied(sessionOf()));
  await shows(/Sign in$/);
  expect(server.calls()).toHaveLength(1);
});
