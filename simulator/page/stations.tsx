// The stations. A press lets one take the studio over, as people at that station do.
import type { ReactElement } from 'react';
import { Button } from '../../adapters/web/console/ui/button.js';
import { Card } from '../../adapters/web/console/ui/card.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';

/** Renders the stations. */
export const Stations = ({ layout, service }: Pick<ShownStudio, 'layout' | 'service'>): ReactElement => {
  const steer = useSteer();
  const holder = service?.holder ?? null;
  return (
    <Card title="Stations" explanation="A press takes the studio over, as people at the station do.">
      <div className="angles">
        {layout.stations.map(({ id, name }) => (
          <Button
            key={id}
            look={holder === name ? 'primary' : 'plain'}
            onPress={() => {
              steer((client) => client.hold(id));
            }}
          >
            {`${name} takes over`}
          </Button>
        ))}
        <Button
          isDisabled={holder === null}
          onPress={() => {
            steer((client) => client.hold(null));
          }}
        >
          No station
        </Button>
      </div>
    </Card>
  );
};
