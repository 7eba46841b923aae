// The API tokens of programs: a list with its actions.
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
    title: `Revoke ${name}?`,
    explanation: <p>The program that uses this API token is refused at once. This can’t be undone.</p>,
    confirm: 'Revoke',
    onConfirm: revoke,
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={`Revoke ${name}`}>
      Revoke
    </ConfirmButton>
  );
};

const Remove = ({ token: { id, name } }: Props): ReactElement => {
  const remove = useRemoveApiToken(id);
  const confirmation = {
    title: `Delete ${name}?`,
    explanation: (
      <p>
        The API token leaves the list. Its changes stay in the history. Further calls of its program count as failed
        sign-ins of its network.
      </p>
    ),
    confirm: 'Delete',
    onConfirm: remove,
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={`Delete ${name}`}>
      Delete
    </ConfirmButton>
  );
};

const LastUse = ({ token: { lastUsedAt, lastAddress } }: Props): ReactElement =>
  lastUsedAt === null ? (
    <>Never used</>
  ) : (
    <>
      Last used <RelativeTime time={lastUsedAt} />
      {lastAddress !== null && (
        <>
          {' '}
          from <AddressText>{lastAddress}</AddressText>
        </>
      )}
    </>
  );

const Expiry = ({ token: { expiresAt, state } }: Props): ReactElement =>
  expiresAt === null ? (
    <>Never expires</>
  ) : (
    <>
      {state === 'expired' ? 'Expired' : 'Expires'} <ExactTime time={expiresAt} />
    </>
  );

const ApiTokenRow = ({ token }: Props): ReactElement => (
  <li className="row">
    <div className="row-head">
      <h3>{token.name}</h3>
      <Badge tone="calm">{rolesInWords(token)}</Badge>
      {token.state === 'expired' && <Badge tone="warn">Expired</Badge>}
      {token.state === 'revoked' && <Badge tone="warn">Revoked</Badge>}
      <div className="row-actions">
        {token.state === 'active' ? <Revoke token={token} /> : <Remove token={token} />}
      </div>
    </div>
    <p className="hint">
      <LastUse token={token} /> · <Expiry token={token} /> · Added by {token.createdBy}
    </p>
  </li>
);

export const ApiTokensCard = (): ReactElement => (
  <Card
    title="API tokens"
    explanation="Programs that call the console without a person, such as scripts of the house."
    actions={<AddButton label="Add API token" dialog={(close) => <AddApiToken onClose={close} />} />}
  >
    <Loaded query={useApiTokens()}>
      {(tokens: readonly ApiTokenOverview[]) =>
        tokens.length === 0 ? (
          <p className="hint">No program has an API token.</p>
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
