// One device of the list, and what can be done with it.
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { AddressText } from '../ui/address.js';
import { Badge } from '../ui/badge.js';
import { ConfirmButton } from '../ui/confirm.js';
import { EditButton } from '../ui/dialog-button.js';
import { DescriptionItem } from '../ui/fact.js';
import { Moment } from '../ui/moment.js';
import { EditDevice } from './edit-device.js';
import { removeDevice, revokeDevice, useDevicesChange } from './queries.js';
import { accessName, featuresInWords } from './words.js';

interface RowProps {
  readonly studioId: string;
  readonly device: DeviceOverview;
}

const LastCall = ({ lastCall }: Pick<DeviceOverview, 'lastCall'>): ReactElement =>
  lastCall === null ? (
    <>never</>
  ) : (
    <>
      <Moment time={lastCall.time} /> from <AddressText>{lastCall.address}</AddressText>
    </>
  );

const Facts = ({ device }: Pick<RowProps, 'device'>): ReactElement => (
  <dl className="facts">
    <DescriptionItem name="Access">{accessName(device.access)}</DescriptionItem>
    <DescriptionItem name="Station">{device.station ?? 'any'}</DescriptionItem>
    <DescriptionItem name="Fixed address">
      {device.fixedAddress === null ? 'any' : <AddressText>{device.fixedAddress}</AddressText>}
    </DescriptionItem>
    <DescriptionItem name="Features">{featuresInWords(device.features)}</DescriptionItem>
    <DescriptionItem name="Last call">
      <LastCall lastCall={device.lastCall} />
    </DescriptionItem>
  </dl>
);

const Revoke = ({ studioId, device }: RowProps): ReactElement => {
  const change = useDevicesChange(studioId);
  const question = {
    title: `Revoke ${device.name}?`,
    explanation: (
      <p>
        Its token stops working at once and for good, whatever else would let its address in. The device stays on the
        list. This can’t be undone: to let it in again, add a new device with a new token.
      </p>
    ),
    confirm: 'Revoke',
    onConfirm: () => change(() => revokeDevice(studioId, device.id)),
  };
  return (
    <ConfirmButton look="quiet" question={question} aria-label={`Revoke ${device.name}`}>
      Revoke
    </ConfirmButton>
  );
};

const Remove = ({ studioId, device }: RowProps): ReactElement => {
  const change = useDevicesChange(studioId);
  const question = {
    title: `Delete ${device.name}?`,
    explanation: (
      <p>
        It goes off the list, and its token stops working. This can’t be undone. Where access without a token lets its
        address in, it may then still call without one: revoke it instead to keep it out.
      </p>
    ),
    confirm: 'Delete',
    onConfirm: () => change(() => removeDevice(studioId, device.id)),
  };
  return (
    <ConfirmButton look="danger quiet" question={question} aria-label={`Delete ${device.name}`}>
      Delete
    </ConfirmButton>
  );
};

export const DeviceRow = ({ mayChange, ...row }: RowProps & { readonly mayChange: boolean }): ReactElement => (
  <li className="row">
    <div className="row-head">
      <h3>{row.device.name}</h3>
      <Badge tone={row.device.state === 'active' ? 'good' : 'bad'}>
        {row.device.state === 'active' ? 'Active' : 'Revoked'}
      </Badge>
      {mayChange && (
        <div className="row-actions">
          <EditButton name={row.device.name} dialog={(close) => <EditDevice {...row} onClose={close} />} />
          {row.device.state === 'active' && <Revoke {...row} />}
          <Remove {...row} />
        </div>
      )}
    </div>
    <Facts device={row.device} />
  </li>
);
