// The dialog that adds an operator, and then shows a generated password.
import { cleanup } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AddOperator } from '../../../../../adapters/web/console/operators/add-operator.js';
import { fromStudio } from '../../../../../adapters/web/console/operators/roles.js';
import { alerts, check, dialogs, enter, errors, field, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { haveStudios, signedIn } from '../fixtures.js';

const password = 'Initial password (optional)';
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  haveStudios();
  show(<AddOperator onClose={onClose} />, { answers: [signedIn({ role: 'admin' })] });
  enter('Username', 'carl');
});

it('a new operator has the chosen password, and the dialog is closed', async () => {
  await check('Password');
  enter(password, 'short');
  await press('Add');
  expect([errors().length, server.changes()]).toEqual([1, []]);
  enter(password, 'long enough');
  server.reply('POST /operators', { password: null, invitation: null });
  await press('Add');
  await vi.waitUntil(() => onClose.mock.calls.length === 1);
  const sent = { username: 'carl', role: 'viewer', studioRoles: {}, password: 'long enough' };
  const body = { ...sent, mustChangePassword: true, invite: false };
  expect(server.changes()).toEqual([['POST /operators', body]]);
});

it('a generated password is shown once, and the name of another operator is refused at its field', async () => {
  await check('Password');
  server.answer(
    'POST /operators',
    () => refused(409, 'the name is in use'),
    () => replied({ password: 's3cret', invitation: null }),
  );
  await press('Add');
  await shows('The name is in use.');
  expect([errors(), alerts()]).toEqual([['The name is in use.'], []]);
  await press('Add');
  await shows('I have saved it');
  expect([dialogs(), field('Password').value]).toEqual([['Password of carl'], 's3cret']);
  expect(server.changes().at(-1)?.[1]).toMatchObject({ username: 'carl', password: null });
  await press('I have saved it');
  expect(onClose).toHaveBeenCalledOnce();
});

it('an operator who is added from a studio is a viewer of that studio', async () => {
  cleanup();
  show(<AddOperator onClose={onClose} />, { answers: [signedIn({ role: 'admin' })], kept: fromStudio('studio-2') });
  enter('Username', 'carl');
  server.reply('POST /operators', { password: null, invitation: 'the-token' });
  await press('Add');
  await shows('I have saved it');
  const roles = { role: null, studioRoles: { 'studio-2': 'viewer' } };
  expect(server.changes().at(-1)?.[1]).toMatchObject(roles);
});

it('an invited operator gets a link, which has the token in its fragment', async () => {
  server.reply('POST /operators', { password: null, invitation: 'the-token' });
  await press('Add');
  await shows('I have saved it');
  const link = `${window.location.origin}/#invitation=the-token`;
  expect([dialogs(), field('Link').value]).toEqual([['Invitation of carl'], link]);
  expect(server.changes().at(-1)?.[1]).toMatchObject({ username: 'carl', password: null, invite: true });
});
