// The API tokens of programs: a list with its actions.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ApiTokenOverview } from '../api/contract.js';
import { AddressText } from '../ui/address.js';
import { Badge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { AddButton } from '../ui/dialog-button.js';
import { Loaded } from '../ui/loaded.js';
import { ExactTime, RelativeTime } from '../ui/time.js';
import { AddApiToken } from './add-api-token.js';
import { useApiTokens, useRemoveApiToken, useRevokeApiToken } from './api-token-queries.js';
import { rolesInWords } from './roles.js';

interface Props {
  readonly token: ApiTokenOverview;
}

const Revoke = ({ token: { id, name } }: Props): ReactElement => {
  const revoke = useRevokeApiToken(id);
  const confirmation = {
    title: t`Revoke ${name}?`,
    explanation: (
      <p>
        <Trans>The program that uses this API token is refused at once. This can’t be undone.</Trans>
      </p>
    ),
    confirm: t`Revoke`,
    onConfirm: revoke,
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={t`Revoke ${name}`}>
      <Trans>Revoke</Trans>
    </ConfirmButton>
  );
};

const Remove = ({ token: { id, name } }: Props): ReactElement => {
  const remove = useRemoveApiToken(id);
  const confirmation = {
    title: t`Delete ${name}?`,
    explanation: (
      <p>
        <Trans>
          The API token leaves the list. Its changes stay in the history. Further calls of its program count as failed
          sign-ins of its network.
        </Trans>
      </p>
    ),
    confirm: t`Delete`,
    onConfirm: remove,
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={t`Delete ${name}`}>
      <Trans>Delete</Trans>
    </ConfirmButton>
  );
};

const LastUse = ({ token: { lastUsedAt, lastAddress } }: Props): ReactElement => {
  if (lastUsedAt === null) return <Trans>Never used</Trans>;
  return lastAddress === null ? (
    <Trans>
      Last used <RelativeTime time={lastUsedAt} />
    </Trans>
  ) : (
    <Trans>
      Last used <RelativeTime time={lastUsedAt} /> from <AddressText>{lastAddress}</AddressText>
    </Trans>
  );
};

const Expiry = ({ token: { expiresAt, state } }: Props): ReactElement => {
  if (expiresAt === null) return <Trans>Never expires</Trans>;
  return state === 'expired' ? (
    <Trans>
      Expired <ExactTime time={expiresAt} />
    </Trans>
  ) : (
    <Trans context="date">
      Expires <ExactTime time={expiresAt} />
    </Trans>
  );
};

const ApiTokenRow = ({ token }: Props): ReactElement => (
  <li className="row">
    <div className="row-head">
      <h3>{token.name}</h3>
      <Badge tone="calm">{rolesInWords(token)}</Badge>
      {token.state === 'expired' && (
        <Badge tone="warn">
          <Trans>Expired</Trans>
        </Badge>
      )}
      {token.state === 'revoked' && (
        <Badge tone="warn">
          <Trans>Revoked</Trans>
        </Badge>
      )}
      <div className="row-actions">
        {token.state === 'active' ? <Revoke token={token} /> : <Remove token={token} />}
      </div>
    </div>
    <p className="hint">
      <LastUse token={token} /> · <Expiry token={token} /> · <Trans>Added by {token.createdBy}</Trans>
    </p>
  </li>
);

export const ApiTokensCard = (): ReactElement => (
  <Card
    title={t`API tokens`}
    explanation={t`Programs that call the console without a person, such as scripts of the house.`}
    actions={<AddButton label={t`Add API token`} dialog={(close) => <AddApiToken onClose={close} />} />}
  >
    <Loaded query={useApiTokens()}>
      {(tokens: readonly ApiTokenOverview[]) =>
        tokens.length === 0 ? (
          <p className="hint">
            <Trans>No program has an API token.</Trans>
          </p>
        ) : (
          <ul className="rows">
            {tokens.map((token) => (
              <ApiTokenRow key={token.id} token={token} />
            ))}
          </ul>
        )
      }
    </Loaded>
  </Card>
);
