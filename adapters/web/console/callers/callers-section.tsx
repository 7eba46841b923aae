// Section Refused callers: callers that were refused recently, and a way to allow one.
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { RefusedCallerItem } from '../api/contract.js';
import { useHasRoleIn } from '../session/session.js';
import type { SectionProps } from '../studio/sections.js';
import { AddressText } from '../ui/address.js';
import { Card, Empty } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Loaded } from '../ui/loaded.js';
import { RelativeTime } from '../ui/time.js';
import { ListAddress } from './list-address.js';
import { useClearCallers, useRefusedCallers } from './queries.js';

const reasons: Readonly<Record<RefusedCallerItem['reason'], string>> = {
  no_token: 'No token sent.',
  unknown_token: 'Unknown token.',
  revoked_token: 'The token is revoked.',
  expired_token: 'The token has expired.',
  wrong_address: 'The token is limited to another address.',
  legacy_refused: 'Legacy authorization refused.',
};

/** Listing the address has no effect for a caller that sends the token of a known device. */
const canBeListed = ({ reason }: RefusedCallerItem): boolean =>
  !['revoked_token', 'expired_token', 'wrong_address'].includes(reason);

interface CallerProps {
  readonly studioId: string;
  readonly caller: RefusedCallerItem;
}

const Action = ({ studioId, caller }: CallerProps): ReactElement =>
  canBeListed(caller) ? (
    <ListAddress studioId={studioId} address={caller.address} />
  ) : (
    <Link
      href={`/studios/${encodeURIComponent(studioId)}/devices`}
      className="button quiet"
      aria-label={`View devices for ${caller.address}`}
    >
      View devices
    </Link>
  );

const Caller = ({ mayChange, ...props }: CallerProps & { readonly mayChange: boolean }): ReactElement => {
  const { address, reason, count, lastTime } = props.caller;
  return (
    <li className="row">
      <div className="row-head">
        <div className="stack tight">
          <h3>
            <AddressText>{address}</AddressText>
          </h3>
          <p>{reasons[reason]}</p>
          <p className="hint">
            Refused {count === 1 ? 'once' : `${String(count)} times, last`} <RelativeTime time={lastTime} />
          </p>
        </div>
        {mayChange && (
          <div className="row-actions">
            <Action {...props} />
          </div>
        )}
      </div>
    </li>
  );
};

const Clear = ({ studioId }: { readonly studioId: string }): ReactElement => {
  const clearCallers = useClearCallers(studioId);
  const confirmation = {
    title: 'Clear the list?',
    explanation: <p>Callers that are refused again reappear.</p>,
    confirm: 'Clear',
    onConfirm: clearCallers,
  };
  return <ConfirmButton confirmation={confirmation}>Clear list</ConfirmButton>;
};

export const CallersSection = ({ studio: { id } }: SectionProps): ReactElement => {
  const mayChange = useHasRoleIn(id, 'operator');
  const query = useRefusedCallers(id);
  const isEmpty = (query.data ?? []).length === 0;
  return (
    <Card
      title="Recently refused callers"
      explanation="Addresses whose calls the studio’s service refused as unauthorized."
      actions={mayChange && !isEmpty && <Clear studioId={id} />}
    >
      <Loaded query={query}>
        {(callers) =>
          callers.length === 0 ? (
            <Empty>No callers were refused recently.</Empty>
          ) : (
            <ul className="rows">
              {callers.map((caller) => (
                <Caller key={caller.address} studioId={id} caller={caller} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
};
