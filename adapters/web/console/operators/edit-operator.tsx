// Dialog that changes the roles of an operator.
import type { ReactElement } from 'react';
import type { OperatorAccount } from '../api/contract.js';
import { noErrors } from '../api/rules.js';
import { useFields } from '../ui/use-fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { unchanged } from '../ui/form-frame.js';
import { RoleFields } from './operator-fields.js';
import { useChangeOperator } from './queries.js';
import { roleInput, rolesOf } from './roles.js';

interface EditOperatorProps {
  readonly operator: OperatorAccount;
  readonly onClose: () => void;
}

export const EditOperator = ({ operator, onClose }: EditOperatorProps): ReactElement => {
  const changeOperator = useChangeOperator(operator.username);
  const form = useFields({
    initial: roleInput(operator),
    check: () => noErrors,
    send: async (roles) => {
      await changeOperator(rolesOf(roles));
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${operator.username}`}
      form={form}
      send="Save"
      onClose={onClose}
      notReady={!form.isDirty && unchanged}
    >
      <p className="hint">New roles hold at once, also where {operator.username} is signed in.</p>
      {operator.signIn === 'provider' && (
        <p className="hint">If the identity provider gives the roles, these last until the next sign-in.</p>
      )}
      <RoleFields value={form.value} set={form.set} />
    </FormDialog>
  );
};
