// Section Devices: the control devices of a studio.
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { useHasRoleIn } from '../session/session.js';
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
  const mayChange = useHasRoleIn(studioId, 'operator');
  if (devices.length === 0)
    return <Empty>No devices yet.{mayChange && ' Each device gets its token when you add it.'}</Empty>;
  return (
    <ul className="rows">
      {devices.map((device) => (
        <DeviceRow key={device.id} studioId={studioId} device={device} mayChange={mayChange} />
      ))}
    </ul>
  );
};

export const DevicesSection = ({ studio: { id } }: SectionProps): ReactElement => {
  const mayChange = useHasRoleIn(id, 'operator');
  return (
    <Card
      title="Control devices"
      explanation="Panels, software and scripts, each with its own token."
      actions={
        mayChange && <AddButton label="Add device" dialog={(close) => <AddDevice studioId={id} onClose={close} />} />
      }
    >
      <Loaded query={useDevices(id)}>{(devices) => <DeviceList studioId={id} devices={devices} />}</Loaded>
    </Card>
  );
};
