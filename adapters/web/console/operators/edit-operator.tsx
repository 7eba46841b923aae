// Dialog that changes the role or the password of an operator.
import type { ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { checkEach, noErrors, Password } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { OperatorFields } from './operator-fields.js';
import { useChangeOperator } from './queries.js';

interface EditOperatorProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

export const EditOperator = ({ operator, onClose }: EditOperatorProps): ReactElement => {
  const changeOperator = useChangeOperator(operator.username);
  const form = useFields({
    initial: { role: operator.role, password: '' },
    check: ({ password }) => (password === '' ? noErrors : checkEach({ password: [Password, password] })),
    send: async ({ role, password }) => {
      const changed = { ...(role !== operator.role && { role }), ...(password !== '' && { password }) };
      await changeOperator(changed);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${operator.username}`}
      form={form}
      send="Save"
      onClose={onClose}
      isDisabled={!form.isDirty}
    >
      <p className="hint">A new role or password signs {operator.username} out everywhere.</p>
      <OperatorFields
        label="New password (optional)"
        hint="8 characters or more. Leave empty to keep the current password."
        role={form.value.role}
        password={form.text('password')}
        set={form.set}
      />
    </FormDialog>
  );
};
