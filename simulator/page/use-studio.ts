// Follows the event stream of the simulator.
import { useEffect, useState } from 'react';
import { eventsPath } from '../client/steering-client.js';
import { changedStudio, shownStudio, type Changes, type ShownStudio, type ShownSnapshot } from './shown-studio.js';

interface Followed {
  /** The studio; undefined until the first event. */
  readonly studio: ShownStudio | undefined;
  readonly isLive: boolean;
}

const dataOf = (event: Event): unknown => JSON.parse((event as MessageEvent<string>).data);

/** Returns the studio as it is now. The browser reconnects by itself, and goes on after the last event. */
export const useStudio = (): Followed => {
  const [studio, setStudio] = useState<ShownStudio>();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const events = new EventSource(eventsPath);
    events.addEventListener('snapshot', (event) => {
      setStudio(shownStudio(dataOf(event) as ShownSnapshot, performance.now()));
    });
    events.addEventListener('changes', (event) => {
      const changes = dataOf(event) as Changes;
      setStudio((before) => before && changedStudio(before, changes, performance.now()));
    });
    events.addEventListener('open', () => {
      setLive(true);
    });
    events.addEventListener('error', () => {
      setLive(false);
    });
    return () => {
      events.close();
    };
  }, []);
  return { studio, isLive };
};
