// One operator of the list.
import { Pencil } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { roles, useSession } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { ConfirmButton } from '../ui/confirm.js';
import { EditOperator } from './edit-operator.js';
import { removeOperator, useOperatorsChange } from './queries.js';

interface Props {
  readonly operator: Operator;
}

const Remove = ({ operator: { username } }: Props): ReactElement => {
  const change = useOperatorsChange(() => removeOperator(username));
  const question = {
    title: `Delete ${username}?`,
    explanation: <p>{username} is signed out at once and can’t sign in any more. This can’t be undone.</p>,
    confirm: 'Delete',
    onConfirm: () => change.mutateAsync(undefined),
  };
  return (
    <ConfirmButton look="danger quiet" question={question} aria-label={`Delete ${username}`}>
      Delete
    </ConfirmButton>
  );
};

const Edit = ({ operator }: Props): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon={<Pencil size={16} aria-hidden />}
        aria-label={`Edit ${operator.username}`}
        onPress={() => {
          setOpen(true);
        }}
      >
        Edit
      </Button>
      {isOpen && (
        <EditOperator
          operator={operator}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
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
          <Edit operator={operator} />
          <Remove operator={operator} />
        </div>
      </div>
    </li>
  );
};
