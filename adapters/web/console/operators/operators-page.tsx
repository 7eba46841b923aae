// Page for managing operators.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { OperatorAccount } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { FilteredHistory } from '../history/filtered-history.js';
import { consoleHistory } from '../history/queries.js';
import { useHasRole } from '../session/session.js';
import { AddButton } from '../ui/dialog-button.js';
import { Card } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { ApiTokensCard } from './api-tokens-card.js';
import { AddOperator } from './add-operator.js';
import { OperatorRow } from './operator-row.js';
import { useOperators } from './queries.js';
import { WebhooksCard } from './webhooks-card.js';

const Operators = (): ReactElement => (
  <div className="stack">
    <Card
      title={t`Accounts`}
      explanation={t`Everyone who can sign in to this console.`}
      actions={<AddButton label={t`Add operator`} dialog={(close) => <AddOperator onClose={close} />} />}
    >
      <Loaded query={useOperators()}>
        {(operators: readonly OperatorAccount[]) => (
          <ul className="rows">
            {operators.map((operator) => (
              <OperatorRow key={operator.username} operator={operator} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
    <ApiTokensCard />
    <WebhooksCard />
    <FilteredHistory queryKey={keys.operatorChanges} source={consoleHistory} fileName="console-history" />
  </div>
);

export const OperatorsPage = (): ReactElement => {
  const mayManage = useHasRole('admin');
  return (
    <>
      <PageTitle title={t`Operators`} />
      {mayManage ? (
        <Operators />
      ) : (
        <Notice kind="info">
          <Trans>Only admins can manage operators.</Trans>
        </Notice>
      )}
    </>
  );
};
