// Shows live whether a device has called with its new token, from where, and how it was answered.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { reasonOf } from '../activity/steps.js';
import { useCalls } from '../activity/use-calls.js';
import type { DeviceOverview, ObservedCallItem, StudioOverview } from '../api/contract.js';
import { useDevices } from '../devices/queries.js';
import { useStudios } from '../studios/queries.js';
import { AddressText } from '../ui/address.js';
import { Badge } from '../ui/badge.js';
import { ClockTime } from '../ui/time.js';
import { callsOfToken, newLastCall } from './first-call.js';

const Answer = ({ call }: { readonly call: ObservedCallItem }): ReactElement => (
  <>
    <p>
      <Badge tone={call.error === null ? 'good' : 'warn'}>
        {call.status}
        {call.error !== null && ` ${call.error}`}
      </Badge>{' '}
      <code>
        {call.method} {call.path}
      </code>
    </p>
    <p className="hint">{reasonOf(call)}</p>
  </>
);

const SeenFrom = ({ address, time }: { readonly address: string; readonly time: string }): ReactElement => (
  <p>
    <Trans>
      <strong>
        Seen from <AddressText>{address}</AddressText>
      </strong>
      , <ClockTime time={time} />
    </Trans>
  </p>
);

const Seen = ({ first, last }: { readonly first: ObservedCallItem; readonly last: ObservedCallItem | undefined }) => (
  <>
    <SeenFrom address={first.address} time={new Date(first.time).toISOString()} />
    <Answer call={first} />
    {last !== undefined && (
      <>
        <p>
          <Trans>
            Last call, from <AddressText>{last.address}</AddressText>:
          </Trans>
        </p>
        <Answer call={last} />
      </>
    )}
  </>
);

const Waiting = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <p className="waiting">
    <span className="spinner" aria-hidden /> {children}
  </p>
);

/** Why no call can arrive yet, if that is known. */
const Hindrance = ({ studio }: { readonly studio: StudioOverview | undefined }): ReactElement | null => {
  if (studio?.connected === false)
    return (
      <p className="hint">
        <Trans>The studio’s service isn’t connected: the token works once it has connected.</Trans>
      </p>
    );
  return null;
};

const Stray = ({ call }: { readonly call: ObservedCallItem }): ReactElement => (
  <>
    <p>
      <Trans>
        A call without this token came from <AddressText>{call.address}</AddressText>:
      </Trans>
    </p>
    <Answer call={call} />
    {call.decidedBy?.step === 'host' && (
      <p className="hint">
        <Trans>Calls to 127.0.0.1 and localhost need no token. Use another address to try it.</Trans>
      </p>
    )}
  </>
);

interface FirstCallProps {
  readonly studioId: string;
  /** The device as it was when its token was made. */
  readonly device: DeviceOverview;
}

/** Renders a box of a fixed height: what arrives moves nothing else. */
export const FirstCall = ({ studioId, device }: FirstCallProps): ReactElement => {
  const { shown } = useCalls(studioId);
  const now = useDevices(studioId).data?.find(({ id }) => id === device.id);
  const studio = useStudios().data?.find(({ id }) => id === studioId);
  const { first, last, stray } = callsOfToken(shown.lines, device.id);
  const reported = newLastCall(device, now);
  return (
    <div className="first-call" role="region" aria-label={t`First call`} tabIndex={0}>
      <div role="status" className="stack tight">
        {first !== undefined && <Seen first={first} last={last} />}
        {first === undefined && reported !== null && <SeenFrom {...reported} />}
        {first === undefined && reported === null && (
          <>
            <Waiting>
              <Trans>Waiting for the first call of {device.name}…</Trans>
            </Waiting>
            <Hindrance studio={studio} />
            {stray !== undefined && <Stray call={stray} />}
          </>
        )}
      </div>
    </div>
  );
};
