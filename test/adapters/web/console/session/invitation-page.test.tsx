// The page of an invitation: the password is chosen once.
import { expect, it, vi } from 'vitest';
import {
  InvitationPage,
  invitationLink,
  useInvitation,
} from '../../../../../adapters/web/console/session/invitation-page.js';
import { address, alerts, enter, errors, hook, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';

it('the token of a link leaves the address at once, also in a tab that shows the console already', async () => {
  const { current } = hook(useInvitation, { address: '/studios#other' });
  expect(current()).toBeUndefined();
  for (const token of ['a-b_c', 'd']) {
    window.location.hash = new URL(invitationLink(token)).hash;
    await vi.waitUntil(() => current() === token);
    expect([window.location.hash, address()]).toEqual(['', '/']);
  }
  expect(hook(useInvitation, { address: '/#invitation=e' }).current()).toBe('e');
  expect(window.location.href).not.toContain('invitation');
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
