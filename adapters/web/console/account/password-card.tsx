// Form for changing the operator's own password.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement, type ReactNode } from 'react';
import { call } from '../api/client.js';
import { checkEach, noErrors, Password, type FieldErrors } from '../api/rules.js';
import { Card } from '../ui/card.js';
import { useFields } from '../ui/use-fields.js';
import { Notice } from '../ui/notice.js';
import { FormFrame } from '../ui/form-frame.js';
import { TextField, type FieldProps } from '../ui/text-field.js';

const empty = { current: '', next: '', again: '' };

type PasswordInput = typeof empty;

const fields: readonly (Pick<FieldProps, 'label' | 'hint'> & {
  readonly name: keyof PasswordInput;
  readonly autoComplete: string;
})[] = [
  { name: 'current', label: t`Current password`, autoComplete: 'current-password' },
  { name: 'next', label: t`New password`, hint: t`8 characters or more.`, autoComplete: 'new-password' },
  { name: 'again', label: t`Repeat new password`, autoComplete: 'new-password' },
];

const mismatch = ({ next, again }: PasswordInput): FieldErrors =>
  next === again ? noErrors : { again: t`The passwords don’t match.` };

interface PasswordFormProps {
  /** The label of the field with the present password. */
  readonly currentLabel?: string;
  readonly onChanged: () => void;
  /** Shown below the fields. */
  readonly children?: ReactNode;
}

/** Renders the form. */
export const PasswordForm = ({ currentLabel, onChanged, children }: PasswordFormProps): ReactElement => {
  const form = useFields({
    initial: empty,
    check: (input) => ({ ...checkEach({ next: [Password, input.next] }), ...mismatch(input) }),
    send: async ({ current, next }) => {
      await call('session.password', { body: { current, next } });
      form.clear();
      onChanged();
    },
  });
  return (
    <FormFrame form={form} send={t`Change password`}>
      {fields.map(({ name, label, ...field }) => (
        <TextField
          key={name}
          {...field}
          label={name === 'current' ? (currentLabel ?? label) : label}
          type="password"
          {...form.text(name)}
        />
      ))}
      {!form.isDirty && children}
    </FormFrame>
  );
};

export const PasswordCard = (): ReactElement => {
  const [isDone, setDone] = useState(false);
  return (
    <Card title={t`Password`} explanation={t`Changing it ends your other sessions.`}>
      <PasswordForm
        onChanged={() => {
          setDone(true);
        }}
      >
        {isDone && (
          <Notice kind="good">
            <Trans>Password changed.</Trans>
          </Notice>
        )}
      </PasswordForm>
    </Card>
  );
};
