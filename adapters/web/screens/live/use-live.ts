// The studio's state in components, and the time.
import { useEffect, useState } from 'preact/hooks';
import { followStudio } from './follow.js';
import { nothing, type Live } from './records.js';

/** Returns what the event stream shows. */
export const useLive = (token: string): Live => {
  const [live, setLive] = useState(nothing);
  useEffect(() => followStudio(token, setLive), [token]);
  return live;
};

/** Returns the time of the service in milliseconds since 1970 UTC, ten times a second. */
export const useServiceTime = (aheadMs: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 100);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now + aheadMs;
};

/** Keeps the screen awake while the page is shown, where the browser allows it: over TLS or on the host itself. */
export const useAwake = (): void => {
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        void navigator.wakeLock.request('screen').catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
};
