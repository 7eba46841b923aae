// One device of the list, with its actions.
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { Link } from 'wouter';
import { AddressText } from '../ui/address.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DialogButton, EditButton } from '../ui/dialog-button.js';
import { DescriptionItem } from '../ui/description-item.js';
import { ExactTime, RelativeTime } from '../ui/time.js';
import { DeviceBadges } from './device-badges.js';
import { EditDevice } from './edit-device.js';
import { OldTokenNotice } from './old-token.js';
import { ReplaceToken } from './replace-token.js';
import { useRemoveDevice, useRevokeDevice } from './queries.js';
import { accessLabel, featuresLabel } from './labels.js';

interface RowProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
}

const LastCall = ({ lastCall }: Pick<DeviceOverview, 'lastCall'>): ReactElement =>
  lastCall === null ? (
    <>Never</>
  ) : (
    <>
      <RelativeTime time={lastCall.time} /> from <AddressText>{lastCall.address}</AddressText>
    </>
  );

const Details = ({ device }: Pick<RowProps, 'device'>): ReactElement => (
  <dl className="description-list">
    <DescriptionItem name="Access">{accessLabel(device.access)}</DescriptionItem>
    <DescriptionItem name="Station">{device.station ?? 'Any'}</DescriptionItem>
    <DescriptionItem name="Fixed address">
      {device.fixedAddress === null ? 'Any' : <AddressText>{device.fixedAddress}</AddressText>}
    </DescriptionItem>
    <DescriptionItem name="Features">{featuresLabel(device.features)}</DescriptionItem>
    <DescriptionItem name="Token expires">
      {device.expiresAt === null ? 'Never' : <ExactTime time={device.expiresAt} />}
    </DescriptionItem>
    <DescriptionItem name="Last call">
      <LastCall lastCall={device.lastCall} />
    </DescriptionItem>
  </dl>
);

const Replace = (row: RowProps): ReactElement => (
  <DialogButton
    look="quiet"
    aria-label={`Replace token of ${row.device.name}`}
    dialog={(close) => <ReplaceToken {...row} onClose={close} />}
  >
    Replace token
  </DialogButton>
);

const Revoke = ({ studioId, device }: RowProps): ReactElement => {
  const revokeDevice = useRevokeDevice(studioId);
  const confirmation = {
    title: `Revoke ${device.name}?`,
    explanation: (
      <p>
        Its token stops working permanently, even from an address that needs no token. The device stays on the list.
        This can’t be undone: to allow it again, add a new device with a new token.
      </p>
    ),
    confirm: 'Revoke',
    onConfirm: () => revokeDevice(device.id),
  };
  return (
    <ConfirmButton look="quiet" confirmation={confirmation} aria-label={`Revoke ${device.name}`}>
      Revoke
    </ConfirmButton>
  );
};

const Remove = ({ studioId, device }: RowProps): ReactElement => {
  const removeDevice = useRemoveDevice(studioId);
  const confirmation = {
    title: `Delete ${device.name}?`,
    explanation: (
      <p>
        It is removed from the list, and its token stops working. This can’t be undone. If its address needs no token,
        it still has access without one: revoke the device instead to block its token.
      </p>
    ),
    confirm: 'Delete',
    onConfirm: () => removeDevice(device.id),
  };
  return (
    <ConfirmButton look="danger quiet" confirmation={confirmation} aria-label={`Delete ${device.name}`}>
      Delete
    </ConfirmButton>
  );
};

const CallsLink = ({ studioId, device: { id, name } }: RowProps): ReactElement => (
  <Link
    href={`/studios/${encodeURIComponent(studioId)}/activity?show=device-${encodeURIComponent(id)}`}
    className="button quiet"
    aria-label={`Watch calls of ${name}`}
  >
    Watch calls
  </Link>
);

export const DeviceRow = ({ mayChange, ...row }: RowProps & { readonly mayChange: boolean }): ReactElement => (
  <li className="row">
    <div className="row-head">
      <h3>{row.device.name}</h3>
      <DeviceBadges device={row.device} />
      <div className="row-actions">
        <CallsLink {...row} />
        {mayChange && (
          <>
            <EditButton name={row.device.name} dialog={(close) => <EditDevice {...row} onClose={close} />} />
            {row.device.state === 'active' && <Replace {...row} />}
            {row.device.state === 'active' && <Revoke {...row} />}
            <Remove {...row} />
          </>
        )}
      </div>
    </div>
    <Details device={row.device} />
    <OldTokenNotice {...row} mayChange={mayChange} />
  </li>
);
