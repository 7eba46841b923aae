// Changing one's own password.
import { useState, type ReactElement } from 'react';
import { sendRequest } from '../api/client.js';
import { checkEach, noErrors, Password, type FieldErrors } from '../api/rules.js';
import { Card } from '../ui/card.js';
import { useEntry } from '../ui/entry.js';
import { Notice } from '../ui/notice.js';
import { FormFrame } from '../ui/sheet.js';
import { TextField, type FieldProps } from '../ui/text-field.js';

const nothing = { current: '', next: '', again: '' };

type Typed = typeof nothing;

const fields: readonly (Pick<FieldProps, 'label' | 'hint'> & {
  readonly name: keyof Typed;
  readonly autoComplete: string;
})[] = [
  { name: 'current', label: 'Current password', autoComplete: 'current-password' },
  { name: 'next', label: 'New password', hint: '8 characters or more.', autoComplete: 'new-password' },
  { name: 'again', label: 'New password again', autoComplete: 'new-password' },
];

const differing = ({ next, again }: Typed): FieldErrors =>
  next === again ? noErrors : { again: 'Both must be the same.' };

export const PasswordCard = (): ReactElement => {
  const [isDone, setDone] = useState(false);
  const entry = useEntry({
    first: nothing,
    check: (typed) => ({ ...checkEach({ next: [Password, typed.next] }), ...differing(typed) }),
    send: async ({ current, next }) => {
      await sendRequest('PUT', '/session/password', { body: { current, next } });
      entry.clear();
      setDone(true);
    },
  });
  return (
    <Card title="Password" explanation="Changing it ends your sessions in other browsers.">
      <FormFrame form={entry} send="Change the password">
        {fields.map(({ name, ...field }) => (
          <TextField key={name} {...field} type="password" {...entry.text(name)} />
        ))}
        {isDone && !entry.isDirty && <Notice kind="good">The password is changed.</Notice>}
      </FormFrame>
    </Card>
  );
};
