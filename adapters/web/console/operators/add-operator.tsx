// Dialog that adds an operator, and then shows the link of the invitation, or the password if one was generated.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { checkEach, noErrors, Password, Username } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { TextField } from '../ui/text-field.js';
import { InvitationDialog } from './invitation-dialog.js';
import { RoleFields } from './operator-fields.js';
import { PasswordDialog } from './password-dialog.js';
import { useAddOperator } from './queries.js';
import { firstRoles, rolesOf, type RoleInput } from './roles.js';

interface NewOperatorInput extends RoleInput {
  readonly username: string;
  readonly by: 'invitation' | 'password';
  readonly password: string;
}

const ways = [
  {
    value: 'invitation',
    label: t`Invitation`,
    explanation: t`You get a link, with which the operator chooses a password.`,
  },
  { value: 'password', label: t`Password`, explanation: t`You give the operator a password for the first sign-in.` },
] as const;

/** What the console has generated for the operator. */
interface Generated {
  readonly username: string;
  readonly password: string | null;
  readonly invitation: string | null;
}

interface OperatorFormProps {
  readonly onClose: () => void;
  readonly onGenerated: (generated: Generated) => void;
}

const OperatorForm = ({ onClose, onGenerated }: OperatorFormProps): ReactElement => {
  const addOperator = useAddOperator();
  const kept = useHistoryState<unknown>();
  const form = useFields<NewOperatorInput>({
    initial: { username: '', ...firstRoles(kept), by: 'invitation', password: '' },
    check: ({ username, by, password }) => ({
      ...checkEach({ username: [Username, username] }),
      ...(by === 'invitation' || password === '' ? noErrors : checkEach({ password: [Password, password] })),
    }),
    send: async ({ username, by, password, ...roles }) => {
      const invite = by === 'invitation';
      const chosen = invite || password === '' ? null : password;
      const body = { username, ...rolesOf(roles), password: chosen, mustChangePassword: true, invite };
      const { password: generated, invitation } = await addOperator(body);
      if (generated === null && invitation === null) onClose();
      else onGenerated({ username, password: generated, invitation });
    },
    conflict: 'username',
  });
  return (
    <FormDialog title={t`Add operator`} form={form} send={t`Add`} onClose={onClose}>
      <TextField label={t`Username`} {...form.text('username')} autoComplete="off" autoFocus />
      <RoleFields value={form.value} set={form.set} />
      <RadioChoice
        label={t`First sign-in`}
        value={form.value.by}
        options={ways}
        onChange={(by) => {
          form.set({ by });
        }}
      />
      {form.value.by === 'password' && (
        <TextField
          label={t`Initial password (optional)`}
          hint={t`8 characters or more; it is changed at the first sign-in. Leave it empty to get a generated one, which is shown once.`}
          {...form.text('password')}
          type="password"
          autoComplete="new-password"
        />
      )}
    </FormDialog>
  );
};

/** Renders the form, then what the console has generated. */
export const AddOperator = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [generated, setGenerated] = useState<Generated>();
  if (generated === undefined) return <OperatorForm onClose={onClose} onGenerated={setGenerated} />;
  const { username, password, invitation } = generated;
  return invitation === null ? (
    <PasswordDialog username={username} password={password ?? ''} onClose={onClose} />
  ) : (
    <InvitationDialog username={username} token={invitation} onClose={onClose} />
  );
};
