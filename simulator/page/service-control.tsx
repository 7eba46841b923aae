// The restart of the service, and whether it is under way.
import { useCallback, useState, type ReactElement } from 'react';
import { ConfirmButton } from '../../adapters/web/console/ui/confirm-button.js';
import type { ShownStudio } from './shown-studio.js';
import { useSteer } from './steering.js';

/** How long the service may be down, in seconds on the studio's clock. */
const downTimes = [0, 5, 30];

interface Restart {
  readonly isRestarting: boolean;
  /** Restarts the service, which is down for a number of seconds. */
  readonly restart: (downSeconds: number) => void;
}

const useRestart = (): Restart => {
  const steer = useSteer();
  const [isRestarting, setRestarting] = useState(false);
  const restart = useCallback(
    (downSeconds: number): void => {
      setRestarting(true);
      steer((client) =>
        client.restart(downSeconds * 1_000).finally(() => {
          setRestarting(false);
        }),
      );
    },
    [steer],
  );
  return { isRestarting, restart };
};

interface DownTimeProps {
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}

const DownTime = ({ value, onChange }: DownTimeProps): ReactElement => (
  <label className="field">
    <span>The service is down for</span>
    <select
      className="input"
      value={value}
      onChange={({ target }) => {
        onChange(Number(target.value));
      }}
    >
      {downTimes.map((seconds) => (
        <option key={seconds} value={seconds}>
          {seconds} s
        </option>
      ))}
    </select>
  </label>
);

/** Returns whether the service has run in the simulator's process since the page was opened. Others aren't restarted. */
const useWasHere = ({ service }: ShownStudio): boolean => {
  const [wasHere, setWasHere] = useState(false);
  if (service !== null && !wasHere) setWasHere(true);
  return wasHere;
};

/** Renders the button, which asks first. The restart may also come from another client of the steering. */
export const ServiceControl = ({ studio }: { readonly studio: ShownStudio }): ReactElement | null => {
  const wasHere = useWasHere(studio);
  const [downSeconds, setDownSeconds] = useState(0);
  const { isRestarting, restart } = useRestart();
  if (!wasHere) return null;
  const explanation = (
    <>
      <p>Connections of panels break, and the service starts again with its data. The simulated devices go on.</p>
      <DownTime value={downSeconds} onChange={setDownSeconds} />
    </>
  );
  const onConfirm = (): Promise<void> => {
    restart(downSeconds);
    return Promise.resolve();
  };
  return (
    <div className="room-service">
      <ConfirmButton
        isPending={isRestarting}
        confirmation={{ title: 'Restart the service?', explanation, confirm: 'Restart', onConfirm }}
      >
        Restart service
      </ConfirmButton>
      <span role="status" className="hint">
        {isRestarting && 'The service is restarting …'}
        {!isRestarting && studio.service === null && 'The service is stopped'}
      </span>
    </div>
  );
};
