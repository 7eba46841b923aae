// The frame of a device: its name, its connection, what it does, and its fault.
import type { ReactElement, ReactNode } from 'react';
import { Plug, Unplug } from 'lucide-react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { IconButton } from '../../adapters/web/console/ui/button.js';
import type { DeviceRecord } from '../api/records.js';
import { FaultControl } from './fault-control.js';
import { useSteer } from './steering.js';

interface TileProps {
  readonly device: DeviceRecord;
  /** What URLs of panels call it. */
  readonly address: string;
  readonly tally?: string | undefined;
  /** The state that it last reported, in words. It is shown while it differs from what the device does. */
  readonly reported: string;
  readonly children: ReactNode;
}

const Tally = ({ tally }: { readonly tally: string | undefined }): ReactElement | null =>
  tally === undefined || tally === 'off' ? null : <Badge tone={tally === 'program' ? 'bad' : 'good'}>{tally}</Badge>;

const isReportedLate = ({ state, reported }: DeviceRecord): boolean =>
  JSON.stringify(state) !== JSON.stringify(reported);

/** Renders a device. */
export const DeviceTile = ({ device, address, tally = 'off', reported, children }: TileProps): ReactElement => {
  const steer = useSteer();
  const { id, name, connected } = device;
  return (
    <article className={`unit ${tally}${connected ? '' : ' unplugged'}`} aria-label={name}>
      <header>
        <div className="unit-line">
          <h3>{name}</h3>
          <span className="badges">
            <Tally tally={tally} />
            {!connected && <Badge tone="warn">Offline</Badge>}
          </span>
        </div>
        <div className="unit-line">
          <p className="hint">
            <code>{address}</code> {isReportedLate(device) && `Reported: ${reported}`}
          </p>
          <IconButton
            label={`${connected ? 'Unplug' : 'Plug in'} ${name}`}
            onPress={() => {
              steer((client) => client.changeState(id, { connected: !connected }));
            }}
          >
            {connected ? <Unplug size={16} aria-hidden /> : <Plug size={16} aria-hidden />}
          </IconButton>
          <FaultControl device={device} />
        </div>
      </header>
      {children}
    </article>
  );
};
