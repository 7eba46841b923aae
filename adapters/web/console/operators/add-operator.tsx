// Adding an operator.
import type { ReactElement } from 'react';
import { checkEach, Password, Username } from '../api/rules.js';
import { useEntry } from '../ui/entry.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextField } from '../ui/text-field.js';
import { OperatorFields } from './operator-fields.js';
import { addOperator, useOperatorsChange, type NewOperator } from './queries.js';

const first: NewOperator = { username: '', role: 'viewer', password: '' };

export const AddOperator = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const change = useOperatorsChange();
  const entry = useEntry({
    first,
    check: ({ username, password }) => checkEach({ username: [Username, username], password: [Password, password] }),
    send: async (operator) => {
      await change(() => addOperator(operator));
      onClose();
    },
    conflict: 'username',
  });
  return (
    <FormDialog title="Add an operator" form={entry} send="Add the operator" onClose={onClose}>
      <TextField label="Username" {...entry.text('username')} autoComplete="off" autoFocus />
      <OperatorFields
        label="First password"
        hint="8 characters or more. Tell them to change it."
        role={entry.value.role}
        password={entry.text('password')}
        set={entry.set}
      />
    </FormDialog>
  );
};
