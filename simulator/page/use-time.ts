// The studio's time, for countdowns.
import { useEffect, useState } from 'react';
import { studioTime, type ShownStudio } from './shown-studio.js';

/** How often shown times advance, in milliseconds. */
const tickMs = 200;

/** Returns the studio's time, in milliseconds since 1970 UTC. It advances by itself while the clock runs. */
export const useStudioTime = (studio: ShownStudio): number => {
  const [nowMs, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return studioTime(studio, nowMs);
};

/** Returns minutes and seconds, rounded up, as in `1:05`. */
export const minutesText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
};
