// Watches what a studio is doing.
import { useEffect, useState } from 'react';
import type { LiveStateItem } from '../api/contract.js';
import { followStudio } from '../api/studio-stream.js';
import { interrupted, nothingLive, type LiveShown } from './live.js';

type Update = (change: (shown: LiveShown) => LiveShown) => void;

const receive =
  (state: LiveStateItem): ((shown: LiveShown) => LiveShown) =>
  (shown) => ({
    ...shown,
    sends: true,
    last: { state, receivedAtMs: performance.now(), time: new Date().toISOString() },
    isUninterrupted: true,
  });

const followState = (studioId: string, update: Update): (() => void) =>
  followStudio(studioId, 'state', {
    onOpen: () => {
      update((shown) => ({ ...shown, isOpen: true }));
    },
    onGap: () => {
      update(interrupted);
    },
    onService: (sends) => {
      update((shown) => ({ ...shown, sends }));
    },
    onData: (state) => {
      update(receive(state));
    },
  });

/** Returns what the studio that a component is mounted for is doing. */
export const useLive = (studioId: string): LiveShown => {
  const [shown, setShown] = useState(nothingLive);
  useEffect(() => followState(studioId, setShown), [studioId]);
  return shown;
};

/** Returns the page's monotonic time, in milliseconds, at most `everyMs` ago. */
export const useClock = (everyMs: number): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
};
