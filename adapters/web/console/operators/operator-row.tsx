// One operator of the list, with its actions.
import type { ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { roleOptions, useSession } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { EditButton } from '../ui/dialog-button.js';
import { EditOperator } from './edit-operator.js';
import { useRemoveOperator } from './queries.js';

interface Props {
  readonly operator: Operator;
}

const Remove = ({ operator: { username } }: Props): ReactElement => {
  const removeOperator = useRemoveOperator();
  const confirmation = {
    title: `Delete ${username}?`,
    explanation: <p>{username} is signed out and can no longer sign in. This can’t be undone.</p>,
    confirm: 'Delete',
    onConfirm: () => removeOperator(username),
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={`Delete ${username}`}>
      Delete
    </ConfirmButton>
  );
};

export const OperatorRow = ({ operator }: Props): ReactElement => {
  const { data: self } = useSession();
  const role = roleOptions.find(({ value }) => value === operator.role);
  return (
    <li className="row">
      <div className="row-head">
        <h3>{operator.username}</h3>
        <Badge tone="calm">{role?.label}</Badge>
        {operator.username === self?.username && <span className="hint">You</span>}
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
