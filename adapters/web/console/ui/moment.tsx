// A moment as people say it, and exactly where they ask.
import { useEffect, useState, type ReactElement } from 'react';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const relative = (timeMs: number, nowMs: number): string => {
  const seconds = Math.round((timeMs - nowMs) / 1_000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return unit === 'second' ? 'just now' : words.format(Math.trunc(seconds / size), unit);
};

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const refreshMs = 20_000;

const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, refreshMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
};

/** A moment, `time` being ISO-8601: "5 minutes ago", with date and time as a hint. */
export const Moment = ({ time }: { readonly time: string }): ReactElement => {
  const now = useNow();
  const moment = new Date(time);
  return (
    <time dateTime={time} title={exact.format(moment)}>
      {relative(moment.getTime(), now)}
    </time>
  );
};

/** A moment with date and time. */
export const ExactMoment = ({ time }: { readonly time: string }): ReactElement => (
  <time dateTime={time}>{exact.format(new Date(time))}</time>
);
