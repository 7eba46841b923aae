// The cameras and their angles. A press turns a camera as an operator at its own panel does.
import type { ReactElement } from 'react';
import { ToggleButton } from 'react-aria-components';
import { Card } from '../../adapters/web/console/ui/card.js';
import type { CameraRecord } from '../api/state-records.js';
import { DeviceTile } from './device-tile.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';

/** Renders the cameras. */
export const Cameras = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const steer = useSteer();
  const anglesOf = (camera: string) => studio.layout.cameras.find(({ id }) => id === camera)?.angles ?? [];
  return (
    <Card title="Cameras">
      <div className="units">
        {studio.devices
          .filter(({ kind }) => kind === 'camera')
          .map((camera) => (
            <DeviceTile
              key={camera.id}
              device={camera}
              address={camera.id}
              tally={studio.service?.tallies[camera.id]}
              reported={(camera.reported as CameraRecord).angle ?? 'no angle'}
            >
              <div className="angles" role="group" aria-label={`Angles of ${camera.name}`}>
                {anglesOf(camera.id).map(({ id, name }) => (
                  <ToggleButton
                    key={id}
                    className="button"
                    isSelected={(camera.state as CameraRecord).angle === id}
                    onChange={() => {
                      steer((client) => client.changeState(camera.id, { angle: id }));
                    }}
                  >
                    {name}
                  </ToggleButton>
                ))}
              </div>
            </DeviceTile>
          ))}
      </div>
    </Card>
  );
};
