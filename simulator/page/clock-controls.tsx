// The studio's clock: its time, pause, steps and speed.
import type { ReactElement } from 'react';
import { Button } from '../../adapters/web/console/ui/button.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';
import { useStudioTime } from './use-time.js';

const speeds = [0.1, 0.5, 1, 2, 10, 60];

const steps = [
  ['+0.1 s', 100],
  ['+1 s', 1_000],
  ['+10 s', 10_000],
  ['+1 min', 60_000],
] as const;

const Time = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const time = new Date(useStudioTime(studio)).toISOString();
  return (
    <span className="room-time">
      <time>{time.slice(11, studio.clock.paused ? 23 : 19)}</time> <span className="hint">UTC</span>
    </span>
  );
};

const SpeedChoice = ({ speed }: { readonly speed: number }): ReactElement => {
  const steer = useSteer();
  const options = speeds.includes(speed) ? speeds : [...speeds, speed];
  return (
    <select
      className="input"
      aria-label="Speed of the clock"
      value={speed}
      onChange={({ target }) => {
        steer((client) => client.setClock({ speed: Number(target.value) }));
      }}
    >
      {options.map((one) => (
        <option key={one} value={one}>
          {one}×
        </option>
      ))}
    </select>
  );
};

/** Renders the clock. Steps are possible while it is paused. */
export const ClockControls = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const steer = useSteer();
  const { paused, speed } = studio.clock;
  return (
    <div className="room-clock" role="group" aria-label="Clock">
      <Time studio={studio} />
      <Button
        onPress={() => {
          steer((client) => client.setClock({ paused: !paused }));
        }}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      {steps.map(([label, ms]) => (
        <Button
          key={label}
          isDisabled={!paused}
          onPress={() => {
            steer((client) => client.step(ms));
          }}
        >
          {label}
        </Button>
      ))}
      <SpeedChoice speed={speed} />
    </div>
  );
};
