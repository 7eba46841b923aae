// Callers that were refused lately, and a way to let one in.
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { RefusedCallerItem } from '../api/contract.js';
import { useMay } from '../session/session.js';
import type { SectionProps } from '../studio/sections.js';
import { AddressText } from '../ui/address.js';
import { Card, Empty } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm.js';
import { Loaded } from '../ui/loaded.js';
import { Moment } from '../ui/moment.js';
import { ListAddress } from './list-address.js';
import { clearCallers, useCallersChange, useRefusedCallers } from './queries.js';

const reasons: Readonly<Record<RefusedCallerItem['reason'], string>> = {
  no_token: 'It showed no token.',
  unknown_token: 'Its token belongs to no device on the list.',
  revoked_token: 'Its device was revoked.',
  wrong_address: 'Its token works from another address only.',
  legacy_refused: 'Its legacy sign-in isn’t accepted.',
};

/** A token that a device owns is judged by itself alone: listing the address would change nothing. */
const canBeListed = ({ reason }: RefusedCallerItem): boolean =>
  reason !== 'revoked_token' && reason !== 'wrong_address';

interface CallerProps {
  readonly studioId: string;
  readonly caller: RefusedCallerItem;
}

const Help = ({ studioId, caller }: CallerProps): ReactElement =>
  canBeListed(caller) ? (
    <ListAddress studioId={studioId} address={caller.address} />
  ) : (
    <Link
      href={`/studios/${encodeURIComponent(studioId)}/devices`}
      className="button quiet"
      aria-label={`See the devices, for ${caller.address}`}
    >
      See the devices
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
            Refused {count === 1 ? 'once' : `${String(count)} times, last`} <Moment time={lastTime} />
          </p>
        </div>
        {mayChange && (
          <div className="row-actions">
            <Help {...props} />
          </div>
        )}
      </div>
    </li>
  );
};

const Clear = ({ studioId }: { readonly studioId: string }): ReactElement => {
  const change = useCallersChange(studioId);
  const question = {
    title: 'Clear the list?',
    explanation: <p>Callers that are refused again appear again.</p>,
    confirm: 'Clear',
    onConfirm: () => change(() => clearCallers(studioId)),
  };
  return <ConfirmButton question={question}>Clear the list</ConfirmButton>;
};

export const CallersSection = ({ studio: { id } }: SectionProps): ReactElement => {
  const mayChange = useMay('operator');
  const query = useRefusedCallers(id);
  const isEmpty = (query.data ?? []).length === 0;
  return (
    <Card
      title="Lately refused callers"
      explanation="Addresses that the studio’s service answered with “unauthorized”, as it reports them."
      actions={mayChange && !isEmpty && <Clear studioId={id} />}
    >
      <Loaded query={query}>
        {(callers) =>
          callers.length === 0 ? (
            <Empty>Nobody was refused lately.</Empty>
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
