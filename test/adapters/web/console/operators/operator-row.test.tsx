// One operator of the list, with its actions and sessions.
import { expect, it } from 'vitest';
import { OperatorRow } from '../../../../../adapters/web/console/operators/operator-row.js';
import { alerts, buttons, dialogs, noDialog, press, show, shows, text } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { accountOf, haveStudios, signedIn } from '../fixtures.js';

const bob = accountOf('b ob');
const path = '/operators/b%20ob';
const row = (change: Partial<Parameters<typeof OperatorRow>[0]['operator']> = {}, username = 'ann') => {
  haveStudios();
  return show(<OperatorRow operator={{ ...bob, ...change }} />, { answers: [signedIn({ username, role: 'admin' })] });
};

it.each([
  ['Reset password of b ob', 'Reset password', `POST ${path}/password`, undefined],
  ['Reset second factor of b ob', 'Reset second factor', `DELETE ${path}/second-factor`, undefined],
  ['Disable b ob', 'Disable', `PATCH ${path}`, { disabled: true }],
  ['Delete b ob', 'Delete', `DELETE ${path}`, undefined],
])('“%s” asks before it acts', async (name, confirm, call, body) => {
  row({ secondFactor: true });
  server.reply(call, { password: 'new' });
  await press(name);
  expect([dialogs().length, server.changes()]).toEqual([1, []]);
  await press(confirm);
  if (confirm === 'Reset password') {
    await shows('I have saved it');
    expect(dialogs()).toEqual(['Password of b ob']);
  } else await noDialog();
  expect(server.changes()).toEqual([[call, body]]);
});

it('an account is enabled at once, and offers only what it has; a failure is shown until the next attempt', async () => {
  row({ disabled: true, signIn: 'provider' });
  const offered = ['Edit b ob', 'Sessions of b ob', 'Enable b ob', 'Delete b ob'];
  expect(buttons()).toEqual(offered);
  const answer = held();
  server.answer(`PATCH ${path}`, () => refused(503, 'later'), answer.answer);
  await press('Enable b ob');
  await shows('Later.');
  expect([alerts(), buttons()]).toEqual([['Later.'], offered]);
  await press('Enable b ob');
  expect([alerts(), buttons().includes('Enable b ob')]).toEqual([[], false]);
  answer.give(replied({}));
  await expect.poll(buttons).toEqual(offered);
  expect(server.changes().at(-1)).toEqual([`PATCH ${path}`, { disabled: false }]);
});

it('the operator of this session is marked, and no other one', () => {
  const { unmount } = row();
  expect(text()).not.toContain('You');
  unmount();
  row({}, 'b ob');
  expect(text()).toContain('You');
});

it('an operator who has not accepted the invitation yet is invited again', async () => {
  row({ invited: true });
  expect([text().includes('Invited'), buttons().includes('Reset password of b ob')]).toEqual([true, false]);
  server.reply(`POST ${path}/invitation`, { invitation: 'another' });
  await press('Invite b ob again');
  await press('Invite again');
  await shows('I have saved it');
  expect(dialogs()).toEqual(['Invitation of b ob']);
  await press('I have saved it');
  await noDialog();
});
