// The view of the operators, for admins.
import type { ReactElement } from 'react';
import type { Operator } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { ChangeList } from '../history/change-list.js';
import { useChanges } from '../history/queries.js';
import { useMay } from '../session/session.js';
import { AddButton } from '../ui/dialog-button.js';
import { Card } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { AddOperator } from './add-operator.js';
import { OperatorRow } from './operator-row.js';
import { useOperators } from './queries.js';

const Operators = (): ReactElement => (
  <div className="stack">
    <Card
      title="Who may sign in"
      actions={<AddButton label="Add an operator" dialog={(close) => <AddOperator onClose={close} />} />}
    >
      <Loaded query={useOperators()}>
        {(operators: readonly Operator[]) => (
          <ul className="rows">
            {operators.map((operator) => (
              <OperatorRow key={operator.username} operator={operator} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
    <Card title="Changes" explanation="Who changed what about operators, newest first.">
      <ChangeList query={useChanges(keys.operatorChanges, '/changes')} />
    </Card>
  </div>
);

export const OperatorsPage = (): ReactElement => {
  const mayManage = useMay('admin');
  return (
    <>
      <PageTitle title="Operators" />
      {mayManage ? <Operators /> : <Notice kind="info">Operators are managed by admins.</Notice>}
    </>
  );
};
