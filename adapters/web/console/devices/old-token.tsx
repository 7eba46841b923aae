// The old token of a device: whether it is still used, and a way to end it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { AddressText } from '../ui/address.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { ExactTime, RelativeTime } from '../ui/time.js';
import { useEndOldToken } from './queries.js';

type OldToken = NonNullable<DeviceOverview['oldToken']>;

const Use = ({ lastCall }: Pick<OldToken, 'lastCall'>): ReactElement =>
  lastCall === null ? (
    <Trans>The old token has not been used since it was replaced.</Trans>
  ) : (
    <Trans>
      The old token is still in use: last call <RelativeTime time={lastCall.time} /> from{' '}
      <AddressText>{lastCall.address}</AddressText>.
    </Trans>
  );

const EndNow = ({ studioId, device }: { readonly studioId: string; readonly device: DeviceOverview }): ReactElement => {
  const endOldToken = useEndOldToken(studioId);
  const confirmation = {
    title: t`End the old token of ${device.name}?`,
    explanation: (
      <p>
        <Trans>A device that still sends it is refused at once. The new token is not affected.</Trans>
      </p>
    ),
    confirm: t`End old token`,
    onConfirm: () => endOldToken(device.id),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={t`End old token now: ${device.name}`}>
      <Trans>End old token now</Trans>
    </ConfirmButton>
  );
};

interface OldTokenProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
  readonly mayChange: boolean;
}

/** Renders nothing unless the old token still works. */
export const OldTokenNotice = ({ studioId, device, mayChange }: OldTokenProps): ReactElement | null => {
  const { oldToken } = device;
  if (oldToken?.state !== 'active') return null;
  return (
    <div className="row-head">
      <p>
        <Use lastCall={oldToken.lastCall} />{' '}
        <Trans>
          It ends by itself on <ExactTime time={oldToken.endsAt} />.
        </Trans>
      </p>
      {mayChange && (
        <div className="row-actions">
          <EndNow studioId={studioId} device={device} />
        </div>
      )}
    </div>
  );
};
