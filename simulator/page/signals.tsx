// The signal lines as lamps. A press does what a person at the studio does: rings the phone, or opens the door.
import type { ReactElement } from 'react';
import { ToggleButton } from 'react-aria-components';
import { Card } from '../../adapters/web/console/ui/card.js';
import type { DeviceRecord } from '../api/records.js';
import type { LineRecord } from '../api/state-records.js';
import { DeviceTile } from './device-tile.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';

const onText = ({ on }: LineRecord): string => (on ? 'On' : 'Off');

const Lamp = ({ line }: { readonly line: DeviceRecord }): ReactElement => {
  const steer = useSteer();
  const state = line.state as LineRecord;
  return (
    <div className="signal">
      <span className={state.on ? 'signal-light lit' : 'signal-light'} aria-hidden />
      <span className="signal-text">{onText(state)}</span>
      <ToggleButton
        className="button"
        aria-label={`Switch ${line.name}`}
        isSelected={state.on}
        onChange={(on) => {
          steer((client) => client.changeState(line.id, { on }));
        }}
      >
        Switch
      </ToggleButton>
    </div>
  );
};

/** Renders the signal lines. */
export const Signals = ({ studio: { devices, layout } }: { readonly studio: ShownStudio }): ReactElement => (
  <Card title="Signals" explanation="A press switches the line as a person at the studio does.">
    <div className="units">
      {devices
        .filter(({ kind }) => kind === 'signal_line')
        .map((line) => (
          <DeviceTile
            key={line.id}
            device={line}
            address={layout.signals.find(({ id }) => id === line.id)?.identifier ?? line.id}
            reported={onText(line.reported as LineRecord)}
          >
            <Lamp line={line} />
          </DeviceTile>
        ))}
    </div>
  </Card>
);
