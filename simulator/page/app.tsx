// The page of the simulated studio: a control room for people who build panels, on one screen.
import { useEffect, type ReactElement } from 'react';
import { Notice } from '../../adapters/web/console/ui/notice.js';
import { Banks } from './banks.js';
import { Cameras } from './cameras.js';
import { Desk } from './desk.js';
import { Header } from './header.js';
import { Monitors } from './monitors.js';
import { Signals } from './signals.js';
import { SteeringProvider, useSteering } from './steering.js';
import { useStudio } from './use-studio.js';

/** Renders the page. */
export const App = (): ReactElement => {
  const { studio, isLive } = useStudio();
  const { steer, failure } = useSteering();
  const name = studio?.studio;
  useEffect(() => {
    if (name !== undefined) document.title = `${name}, simulated`;
  }, [name]);
  if (studio === undefined) return <p className="waiting">Connecting …</p>;
  return (
    <SteeringProvider value={steer}>
      <Header studio={studio} isLive={isLive} />
      {failure !== '' && (
        <div className="room-failure">
          <Notice kind="bad">{failure}</Notice>
        </div>
      )}
      <main className="room">
        <div className="room-studio">
          <Monitors studio={studio} />
          <div className="room-devices">
            <Signals studio={studio} />
            <Cameras studio={studio} />
          </div>
          <Banks studio={studio} />
        </div>
        <Desk studio={studio} />
      </main>
    </SteeringProvider>
  );
};
