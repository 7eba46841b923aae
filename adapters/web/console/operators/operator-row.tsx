// One operator of the list.
import type { ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { roles, useSession } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { ConfirmButton } from '../ui/confirm.js';
import { EditButton } from '../ui/dialog-button.js';
import { EditOperator } from './edit-operator.js';
import { removeOperator, useOperatorsChange } from './queries.js';

interface Props {
  readonly operator: Operator;
}

const Remove = ({ operator: { username } }: Props): ReactElement => {
  const change = useOperatorsChange();
  const question = {
    title: `Delete ${username}?`,
    explanation: <p>{username} is signed out at once and can’t sign in any more. This can’t be undone.</p>,
    confirm: 'Delete',
    onConfirm: () => change(() => removeOperator(username)),
  };
  return (
    <ConfirmButton look="danger quiet" question={question} aria-label={`Delete ${username}`}>
      Delete
    </ConfirmButton>
  );
};

export const OperatorRow = ({ operator }: Props): ReactElement => {
  const { data: self } = useSession();
  const role = roles.find(({ value }) => value === operator.role);
  return (
    <li className="row">
      <div className="row-head">
        <h3>{operator.username}</h3>
        <Badge tone="calm">{role?.label}</Badge>
        {operator.username === self?.username && <span className="hint">This is you.</span>}
        <div className="row-actions">
          <EditButton
            name={operator.username}
            dialog={(close) => <EditOperator operator={operator} onClose={close} />}
          />
          <Remove operator={operator} />
        </div>
      </div>
    </li>
  );
};
