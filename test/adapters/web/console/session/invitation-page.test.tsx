// The page of an invitation: the password is chosen once.
import { expect, it } from 'vitest';
import {
  InvitationPage,
  invitationLink,
  invitationToken,
} from '../../../../../adapters/web/console/session/invitation-page.js';
import { alerts, enter, errors, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';

it('a link carries the token in its fragment', () => {
  const { hash, pathname, search } = new URL(invitationLink('a-b_c'));
  expect([invitationToken(hash), pathname, search]).toEqual(['a-b_c', '/', '']);
  expect(invitationToken('#other')).toBeUndefined();
});

it('the password is entered twice, sent with the token, and then leads to the sign-in', async () => {
  show(<InvitationPage token="a-b_c" />);
  enter('New password', 'only I know');
  enter('Repeat new password', 'only you know');
  await press('Choose password');
  expect([errors(), server.changes()]).toEqual([['The passwords don’t match.'], []]);
  enter('Repeat new password', 'only I know');
  server.answer(
    'POST /invitation',
    () => refused(409, 'this invitation is not valid any more'),
    () => replied({ username: 'carl' }),
  );
  await press('Choose password');
  await shows('This invitation is not valid any more.');
  expect(alerts()).toEqual(['This invitation is not valid any more.']);
  await press('Choose password');
  await shows('Your username is carl.');
  const body = { token: 'a-b_c', password: 'only I know' };
  expect(server.changes().at(-1)).toEqual(['POST /invitation', body]);
});
