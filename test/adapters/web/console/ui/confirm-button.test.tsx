// A button that asks before it acts.
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmButton } from '../../../../../adapters/web/console/ui/confirm-button.js';
import { alerts, buttons, dialogs, enter, noDialog, press, show, shows, user } from '../../page-bench.js';

const onConfirm = vi.fn<() => Promise<unknown>>();
const ask = async (change: object = {}): Promise<void> => {
  onConfirm.mockReset();
  const confirmation = { title: 'Delete it?', explanation: 'For ever.', confirm: 'Yes', onConfirm, ...change };
  show(<ConfirmButton confirmation={confirmation}>Delete</ConfirmButton>);
  await press('Delete');
};

it('the question stays open with the error until the action succeeds, which runs once at a time', async () => {
  await ask();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  onConfirm.mockRejectedValueOnce(new Error('not now')).mockReturnValueOnce(promise);
  await press('Yes');
  await shows('Not now.');
  expect([dialogs(), buttons()]).toEqual([['Delete it?'], ['Cancel', 'Yes']]);
  await press('Yes');
  await press('Yes');
  expect([alerts(), buttons()]).toEqual([[], ['Cancel']]);
  resolve(undefined);
  await noDialog();
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

it('the question needs the text that is to be typed, exactly, and Escape cancels it', async () => {
  await ask({ typed: 'Main' });
  const ready = ['', 'main', 'Main', 'Main '].map((typed) => {
    enter('Type Main to confirm', typed);
    return buttons().includes('Yes');
  });
  expect(ready).toEqual([false, false, true, false]);
  await user.keyboard('{Escape}');
  expect(dialogs()).toEqual([]);
});

it('the focus returns to the button when the question is closed', async () => {
  await ask();
  await press('Cancel');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }));
});
