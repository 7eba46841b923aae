// Another role or another password for an operator.
import type { ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { checkEach, noErrors, Password } from '../api/rules.js';
import { useEntry } from '../ui/entry.js';
import { FormDialog } from '../ui/form-dialog.js';
import { OperatorFields } from './operator-fields.js';
import { changeOperator, useOperatorsChange } from './queries.js';

interface EditOperatorProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

export const EditOperator = ({ operator, onClose }: EditOperatorProps): ReactElement => {
  const change = useOperatorsChange();
  const entry = useEntry({
    first: { role: operator.role, password: '' },
    check: ({ password }) => (password === '' ? noErrors : checkEach({ password: [Password, password] })),
    send: async ({ role, password }) => {
      const changed = { ...(role !== operator.role && { role }), ...(password !== '' && { password }) };
      await change(() => changeOperator(operator.username, changed));
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${operator.username}`}
      form={entry}
      send="Save"
      onClose={onClose}
      isDisabled={!entry.isDirty}
    >
      <p className="hint">Either change signs {operator.username} out everywhere.</p>
      <OperatorFields
        label="New password (optional)"
        hint="8 characters or more. Left empty, the password stays."
        role={entry.value.role}
        password={entry.text('password')}
        set={entry.set}
      />
    </FormDialog>
  );
};
