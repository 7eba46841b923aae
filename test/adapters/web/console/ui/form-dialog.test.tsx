// A form in a dialog: what it checks, what it shows of refusals, and what Escape discards.
import { fireEvent } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { RequestRefused } from '../../../../../adapters/web/console/api/failure.js';
import type { Issue } from '../../../../../adapters/web/console/api/rules.js';
import { FormDialog } from '../../../../../adapters/web/console/ui/form-dialog.js';
import { TextField } from '../../../../../adapters/web/console/ui/text-field.js';
import { useFields } from '../../../../../adapters/web/console/ui/use-fields.js';
import { alerts, dialogs, enter, errors, field, press, show, shows, text, user } from '../../page-bench.js';

const onClose = vi.fn();
const send = vi.fn<(value: unknown) => Promise<unknown>>();
const Form = (): ReactElement => {
  const form = useFields({
    initial: { id: '', name: 'old' },
    check: ({ id }) => (id === '' ? { id: 'Enter an id.' } : {}),
    send,
    conflict: 'id',
  });
  return (
    <FormDialog title="Add" form={form} send="Add" onClose={onClose}>
      <TextField label="id" {...form.text('id')} />
      <TextField label="name" {...form.text('name')} />
    </FormDialog>
  );
};

beforeEach(() => {
  onClose.mockReset();
  send.mockReset();
  show(<Form />);
});
const escape = (): Promise<void> => user.keyboard('{Escape}');
const submit = (): void => {
  const form = document.querySelector('form');
  if (form) fireEvent.submit(form);
};

it('Escape asks before it discards what was entered, and leaves at once without', async () => {
  await escape();
  expect([onClose.mock.calls.length, dialogs()]).toEqual([1, ['Add']]);
  enter('name', 'new');
  await escape();
  expect([onClose.mock.calls.length, dialogs()]).toEqual([1, ['Add', 'Discard changes?']]);
  await press('Keep editing');
  expect([dialogs(), field('name').value]).toEqual([['Add'], 'new']);
  enter('name', 'old');
  await escape();
  expect(onClose).toHaveBeenCalledTimes(2);
  enter('name', 'new');
  await escape();
  await press('Discard');
  expect(onClose).toHaveBeenCalledTimes(3);
});

it('the form shows what is missing from the first attempt on, focuses it, and sends nothing', async () => {
  expect(errors()).toEqual([]);
  await user.click(field('name'));
  await user.keyboard('{Enter}');
  expect([errors(), send.mock.calls]).toEqual([['Enter an id.'], []]);
  await expect.poll(() => document.activeElement).toBe(field('id'));
  enter('id', 'a');
  expect(errors()).toEqual([]);
});

it('a refusal is shown at its field or beside the button until the next attempt, of which there is one at a time', async () => {
  const refusal = (status: number, message: string, issues: readonly Issue[]) =>
    Promise.reject(new RequestRefused(status, 'refused', message, { issues }));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const [status, message, ...issues] of [
    [409, 'id: already in use'],
    [400, 'no', { path: 'name', expected: 'a shorter name' }],
    [503, 'later'],
  ] as const)
    send.mockImplementationOnce(() => refusal(status, message, issues));
  send.mockImplementationOnce(() => promise);
  enter('id', 'a');
  const seen: unknown[] = [];
  for (const shown of ['already in use', 'Enter a shorter name.', 'Later.']) {
    await press('Add');
    await shows(shown);
    seen.push([errors(), alerts()]);
  }
  expect(seen).toEqual([
    [['Id: already in use.'], []],
    [['Enter a shorter name.'], []],
    [[], ['Later.']],
  ]);
  await press('Add');
  expect([errors(), alerts(), text()]).toEqual([[], [], expect.stringContaining('Please wait…')]);
  submit();
  resolve(undefined);
  await shows('Cancel Add');
  expect(send).toHaveBeenCalledTimes(4);
  enter('id', '');
  expect(errors()).toEqual([]);
});
