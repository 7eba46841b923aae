// The dialog that changes the roles of an operator.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { EditOperator } from '../../../../../adapters/web/console/operators/edit-operator.js';
import { button, buttons, check, isEnabled, press, show, shows, text, user } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { accountOf, haveStudios, signedIn, studioOf } from '../fixtures.js';

const bob = accountOf('b ob', { studioRoles: { a: 'operator', b: 'admin' } });
const grants = (): readonly string[] => [...document.querySelectorAll('.grant .select')].map((one) => text(one));
const choose = async (place: number, name: string): Promise<void> => {
  const field = document.querySelectorAll('.grant .select')[place];
  if (field) await user.click(field);
  await user.click(screen.getByRole('option', { name, hidden: false }));
};
const onClose = vi.fn();

beforeEach(async () => {
  haveStudios(...['a', 'b', 'c', 'd'].map((id) => studioOf(id)));
  show(<EditOperator operator={bob} onClose={onClose} />, { answers: [signedIn({ role: 'admin' })] });
  await shows('Studio d');
});

it('roles change studio by studio, each studio once, and are sent together', async () => {
  expect(grants()).toEqual(['Studio a', 'Operator', 'Studio b', 'Admin']);
  expect(isEnabled(button('Save'))).toBe(false);
  await choose(2, 'Studio c');
  await choose(3, 'Viewer');
  await press('Add studio');
  expect(grants().slice(2)).toEqual(['Studio c', 'Viewer', 'Studio b', 'Viewer']);
  await press('Add studio');
  expect([buttons().includes('Add studio'), text()]).toEqual([false, expect.stringContaining('no further')]);
  await press('Remove the role in a');
  server.reply('PATCH /operators/b%20ob', {});
  await press('Save');
  await vi.waitUntil(() => onClose.mock.calls.length === 1);
  const studioRoles = { c: 'viewer', b: 'viewer', d: 'viewer' };
  expect(server.changes()).toEqual([['PATCH /operators/b%20ob', { role: null, studioRoles }]]);
});

it('roles in single studios are not asked of an admin of all, and stay when the role changes back', async () => {
  await check('Admin');
  expect(grants()).toEqual([]);
  await check('None');
  expect([grants().length, isEnabled(button('Save'))]).toEqual([4, false]);
});
