// One device of the list, and what can be done with it.
import { Pencil } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { ConfirmButton } from '../ui/confirm.js';
import { Fact } from '../ui/fact.js';
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
      <Moment time={lastCall.time} /> from <code>{lastCall.address}</code>
    </>
  );

const Facts = ({ device }: Pick<RowProps, 'device'>): ReactElement => (
  <dl className="facts">
    <Fact name="Access">{accessName(device.access)}</Fact>
    <Fact name="Station">{device.station ?? 'any'}</Fact>
    <Fact name="Fixed address">{device.fixedAddress === null ? 'any' : <code>{device.fixedAddress}</code>}</Fact>
    <Fact name="Features">{featuresInWords(device.features)}</Fact>
    <Fact name="Last call">
      <LastCall lastCall={device.lastCall} />
    </Fact>
  </dl>
);

const Revoke = ({ studioId, device }: RowProps): ReactElement => {
  const change = useDevicesChange(studioId, () => revokeDevice(studioId, device.id));
  const question = {
    title: `Revoke ${device.name}?`,
    explanation: (
      <p>
        Its token stops working at once and for good, whatever else would let its address in. The device stays on the
        list. This can’t be undone: to let it in again, add a new device with a new token.
      </p>
    ),
    confirm: 'Revoke',
    onConfirm: () => change.mutateAsync(undefined),
  };
  return (
    <ConfirmButton look="quiet" question={question} aria-label={`Revoke ${device.name}`}>
      Revoke
    </ConfirmButton>
  );
};

const Remove = ({ studioId, device }: RowProps): ReactElement => {
  const change = useDevicesChange(studioId, () => removeDevice(studioId, device.id));
  const question = {
    title: `Delete ${device.name}?`,
    explanation: (
      <p>
        It goes off the list, and its token stops working. This can’t be undone. Where access without a token lets its
        address in, it may then still call without one: revoke it instead to keep it out.
      </p>
    ),
    confirm: 'Delete',
    onConfirm: () => change.mutateAsync(undefined),
  };
  return (
    <ConfirmButton look="danger quiet" question={question} aria-label={`Delete ${device.name}`}>
      Delete
    </ConfirmButton>
  );
};

const Edit = ({ studioId, device }: RowProps): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon={<Pencil size={16} aria-hidden />}
        aria-label={`Edit ${device.name}`}
        onPress={() => {
          setOpen(true);
        }}
      >
        Edit
      </Button>
      {isOpen && (
        <EditDevice
          studioId={studioId}
          device={device}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
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
          <Edit {...row} />
          {row.device.state === 'active' && <Revoke {...row} />}
          <Remove {...row} />
        </div>
      )}
    </div>
    <Facts device={row.device} />
  </li>
);
