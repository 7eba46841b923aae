// Dialog that adds an operator.
import type { ReactElement } from 'react';
import { checkEach, Password, Username } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextField } from '../ui/text-field.js';
import { OperatorFields } from './operator-fields.js';
import { useAddOperator, type NewOperator } from './queries.js';

const newOperator: NewOperator = { username: '', role: 'viewer', password: '' };

export const AddOperator = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const addOperator = useAddOperator();
  const form = useFields({
    initial: newOperator,
    check: ({ username, password }) => checkEach({ username: [Username, username], password: [Password, password] }),
    send: async (operator) => {
      await addOperator(operator);
      onClose();
    },
    conflict: 'username',
  });
  return (
    <FormDialog title="Add operator" form={form} send="Add" onClose={onClose}>
      <TextField label="Username" {...form.text('username')} autoComplete="off" autoFocus />
      <OperatorFields
        label="Initial password"
        hint="8 characters or more. Ask the operator to change it."
        role={form.value.role}
        password={form.text('password')}
        set={form.set}
      />
    </FormDialog>
  );
};
