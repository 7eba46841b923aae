// The section Devices: the control devices that have a token of their own.
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { useMay } from '../session/session.js';
import type { SectionProps } from '../studio/sections.js';
import { AddButton } from '../ui/dialog-button.js';
import { Card, Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { AddDevice } from './add-device.js';
import { DeviceRow } from './device-row.js';
import { useDevices } from './queries.js';

const DeviceList = ({
  studioId,
  devices,
}: {
  readonly studioId: string;
  readonly devices: readonly DeviceOverview[];
}): ReactElement => {
  const mayChange = useMay('operator');
  if (devices.length === 0)
    return <Empty>No device is on the list yet. A device gets its token when it is added.</Empty>;
  return (
    <ul className="rows">
      {devices.map((device) => (
        <DeviceRow key={device.id} studioId={studioId} device={device} mayChange={mayChange} />
      ))}
    </ul>
  );
};

export const DevicesSection = ({ studio: { id } }: SectionProps): ReactElement => {
  const mayChange = useMay('operator');
  return (
    <Card
      title="Control devices"
      explanation="Panels, software and scripts, each with a token of its own."
      actions={
        mayChange && <AddButton label="Add a device" dialog={(close) => <AddDevice studioId={id} onClose={close} />} />
      }
    >
      <Loaded query={useDevices(id)}>{(devices) => <DeviceList studioId={id} devices={devices} />}</Loaded>
    </Card>
  );
};
