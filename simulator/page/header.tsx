// The bar above the room: the studio, whether it is on air and who holds it, and its clock.
import type { ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Button } from '../../adapters/web/console/ui/button.js';
import { ClockControls } from './clock-controls.js';
import type { ShownStudio } from './shown-studio.js';
import { ServiceControl } from './service-control.js';
import { useSteer } from './steering.js';

const OnAir = ({ service }: Pick<ShownStudio, 'service'>): ReactElement | null =>
  service && (
    <p className="on-air">
      <Badge tone={service.status === 'on_air' ? 'bad' : 'calm'} dot>
        {service.status === 'on_air' ? 'On air' : 'Off air'}
      </Badge>
      <span>{service.holder === null ? 'No station holds the studio' : `Held by ${service.holder}`}</span>
    </p>
  );

interface HeaderProps {
  readonly studio: ShownStudio;
  readonly isLive: boolean;
}

/** Renders the bar. */
export const Header = ({ studio, isLive }: HeaderProps): ReactElement => {
  const steer = useSteer();
  return (
    <header className="room-bar">
      <div>
        <h1>{studio.studio}</h1>
        <p className="hint">
          simulated · <span role="status">{isLive ? 'live' : 'not connected'}</span> ·{' '}
          <a href="/api/v1/docs">Steering API</a>
        </p>
      </div>
      <OnAir service={studio.service} />
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
