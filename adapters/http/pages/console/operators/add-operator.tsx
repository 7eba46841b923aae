// Adding an operator.
import { useState, type ReactElement } from 'react';
import type { Role } from '../api/contract.js';
import { checkEach, Password, Username } from '../api/rules.js';
import { roles } from '../session/session.js';
import { OneOf } from '../ui/one-of.js';
import { Dialog } from '../ui/dialog.js';
import { useForm } from '../ui/form.js';
import { Sheet } from '../ui/sheet.js';
import { TextField } from '../ui/text-field.js';
import { addOperator, useOperatorsChange } from './queries.js';

export const AddOperator = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [password, setPassword] = useState('');
  const change = useOperatorsChange(addOperator);
  const form = useForm({
    fields: ['username', 'role', 'password'],
    check: () => checkEach({ username: [Username, username], password: [Password, password] }),
    send: async () => {
      await change.mutateAsync({ username, role, password });
      onClose();
    },
    conflict: 'username',
  });
  return (
    <Dialog title="Add an operator" onClose={onClose}>
      <Sheet form={form} send="Add the operator" onCancel={onClose}>
        <TextField
          label="Username"
          value={username}
          onChange={setUsername}
          error={form.errors['username']}
          autoComplete="off"
          autoFocus
        />
        <OneOf label="Role" value={role} choices={roles} onChange={setRole} />
        <TextField
          label="First password"
          type="password"
          hint="8 characters or more. Tell them to change it."
          value={password}
          onChange={setPassword}
          error={form.errors['password']}
          autoComplete="new-password"
        />
      </Sheet>
    </Dialog>
  );
};
