// Dialog that adds an operator, and then shows the password if one was generated.
import { useState, type ReactElement } from 'react';
import { checkEach, noErrors, Password, Username } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextField } from '../ui/text-field.js';
import { RoleFields } from './operator-fields.js';
import { PasswordDialog } from './password-dialog.js';
import { useAddOperator } from './queries.js';
import { rolesOf, type RoleInput } from './roles.js';

interface NewOperatorInput extends RoleInput {
  readonly username: string;
  readonly password: string;
}

const newOperator: NewOperatorInput = { username: '', role: 'viewer', grants: [], password: '' };

interface GeneratedPassword {
  readonly username: string;
  readonly password: string;
}

interface OperatorFormProps {
  readonly onClose: () => void;
  readonly onGenerated: (generated: GeneratedPassword) => void;
}

const OperatorForm = ({ onClose, onGenerated }: OperatorFormProps): ReactElement => {
  const addOperator = useAddOperator();
  const form = useFields({
    initial: newOperator,
    check: ({ username, password }) => ({
      ...checkEach({ username: [Username, username] }),
      ...(password === '' ? noErrors : checkEach({ password: [Password, password] })),
    }),
    send: async ({ username, password, ...roles }) => {
      const chosen = password === '' ? null : password;
      const generated = await addOperator({ username, ...rolesOf(roles), password: chosen, mustChangePassword: true });
      if (generated === null) onClose();
      else onGenerated({ username, password: generated });
    },
    conflict: 'username',
  });
  return (
    <FormDialog title="Add operator" form={form} send="Add" onClose={onClose}>
      <TextField label="Username" {...form.text('username')} autoComplete="off" autoFocus />
      <RoleFields value={form.value} set={form.set} />
      <TextField
        label="Initial password (optional)"
        hint="8 characters or more; it is changed at the first sign-in. Leave it empty to get a generated one, which is shown once."
        {...form.text('password')}
        type="password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
};

/** Renders the form, then the generated password. */
export const AddOperator = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [generated, setGenerated] = useState<GeneratedPassword>();
  return generated === undefined ? (
    <OperatorForm onClose={onClose} onGenerated={setGenerated} />
  ) : (
    <PasswordDialog {...generated} onClose={onClose} />
  );
};
