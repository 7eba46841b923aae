// Another role or another password for an operator.
import { useState, type ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { checkEach, noErrors, Password } from '../api/rules.js';
import { roles } from '../session/session.js';
import { OneOf } from '../ui/one-of.js';
import { Dialog } from '../ui/dialog.js';
import { useForm } from '../ui/form.js';
import { Sheet } from '../ui/sheet.js';
import { TextField } from '../ui/text-field.js';
import { changeOperator, useOperatorsChange } from './queries.js';

interface EditOperatorProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

export const EditOperator = ({ operator, onClose }: EditOperatorProps): ReactElement => {
  const [role, setRole] = useState(operator.role);
  const [password, setPassword] = useState('');
  const change = useOperatorsChange(() =>
    changeOperator(operator.username, {
      ...(role === operator.role ? {} : { role }),
      ...(password === '' ? {} : { password }),
    }),
  );
  const form = useForm({
    fields: ['role', 'password'],
    check: () => (password === '' ? noErrors : checkEach({ password: [Password, password] })),
    send: async () => {
      await change.mutateAsync(undefined);
      onClose();
    },
  });
  return (
    <Dialog title={`Edit ${operator.username}`} onClose={onClose}>
      <Sheet form={form} send="Save" onCancel={onClose} isDisabled={role === operator.role && password === ''}>
        <p className="hint">Either change signs {operator.username} out everywhere.</p>
        <OneOf label="Role" value={role} choices={roles} onChange={setRole} />
        <TextField
          label="New password (optional)"
          type="password"
          hint="8 characters or more. Left empty, the password stays."
          value={password}
          onChange={setPassword}
          error={form.errors['password']}
          autoComplete="new-password"
        />
      </Sheet>
    </Dialog>
  );
};
