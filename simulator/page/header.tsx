// The bar above the room: the studio, whether it is on air and who holds it, and its clock.
import type { ReactElement } from 'react';
import { Button } from '../../adapters/web/console/ui/button.js';
import { Choice } from './choice.js';
import { ClockControls } from './clock-controls.js';
import type { ShownStudio } from './shown-studio.js';
import { ServiceControl } from './service-control.js';
import { useSteer } from './steering.js';

const OnAir = ({ service }: Pick<ShownStudio, 'service'>): ReactElement | null =>
  service && (
    <p className={service.status === 'on_air' ? 'on-air lit' : 'on-air'}>
      {service.status === 'on_air' ? 'On air' : 'Off air'}
    </p>
  );

/** Renders who holds the studio. A choice lets a station take it over, as people at that station do. */
export const Holder = ({ layout, service }: Pick<ShownStudio, 'layout' | 'service'>): ReactElement | null => {
  const steer = useSteer();
  return (
    service && (
      <Choice
        label="Held by"
        value={layout.stations.find(({ name }) => name === service.holder)?.id ?? ''}
        options={[
          { value: '', label: 'no station' },
          ...layout.stations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(station) => {
          steer((client) => client.hold(station === '' ? null : station));
        }}
      />
    )
  );
};

interface HeaderProps {
  readonly studio: ShownStudio;
  readonly isLive: boolean;
}

/** Renders the bar. */
export const Header = ({ studio, isLive }: HeaderProps): ReactElement => {
  const steer = useSteer();
  return (
    <header className="room-bar">
      <div className="room-name">
        <h1>{studio.studio}</h1>
        <p className="hint">
          simulated · <span role="status">{isLive ? 'live' : 'not connected'}</span> ·{' '}
          <a href="/api/v1/docs">Steering API</a>
        </p>
      </div>
      <OnAir service={studio.service} />
      <Holder layout={studio.layout} service={studio.service} />
      <ClockControls studio={studio} />
      <ServiceControl studio={studio} />
      <Button
        onPress={() => {
          steer((client) => client.reset());
        }}
      >
        Reset studio
      </Button>
    </header>
  );
};
