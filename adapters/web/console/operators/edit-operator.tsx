// Dialog that changes the roles of an operator.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      title={t`Edit ${operator.username}`}
      form={form}
      send={t`Save`}
      onClose={onClose}
      notReady={!form.isDirty && unchanged}
    >
      <p className="hint">
        <Trans>New roles hold at once, also where {operator.username} is signed in.</Trans>
      </p>
      {operator.signIn === 'provider' && (
        <p className="hint">
          <Trans>If the identity provider gives the roles, these last until the next sign-in.</Trans>
        </p>
      )}
      <RoleFields value={form.value} set={form.set} />
    </FormDialog>
  );
};
