// Points in time, relative or exact.
import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactElement } from 'react';
import { locale } from '../../messages/i18n.js';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

const relative = (timeMs: number, nowMs: number): string => {
  const seconds = Math.round((timeMs - nowMs) / 1_000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return unit === 'second' ? t`just now` : relativeFormat.format(Math.trunc(seconds / size), unit);
};

/** Date and time of day, to the second. */
export const exactFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

const clockFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

const refreshMs = 20_000;

/** Returns the time of the browser, in milliseconds since 1970 UTC, at most 20 s ago. */
export const useNow = (): number => {
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

/** Renders an ISO-8601 time relative to now, as in "5 minutes ago". The title has date and time. */
export const RelativeTime = ({ time }: { readonly time: string }): ReactElement => {
  const now = useNow();
  const date = new Date(time);
  return (
    <time dateTime={time} title={exactFormat.format(date)}>
      {relative(date.getTime(), now)}
    </time>
  );
};

/** Renders an ISO-8601 time as time of day, with the date unless it is today. */
export const ClockTime = ({ time }: { readonly time: string }): ReactElement => {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date(useNow()).toDateString();
  return (
    <time dateTime={time} title={exactFormat.format(date)}>
      {(isToday ? clockFormat : exactFormat).format(date)}
    </time>
  );
};

/** Renders an ISO-8601 time with date and time of day. */
export const ExactTime = ({ time }: { readonly time: string }): ReactElement => (
  <time dateTime={time}>{exactFormat.format(new Date(time))}</time>
);

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Renders the date of an ISO-8601 time. The title has the time of day too. */
export const DateOnly = ({ time }: { readonly time: string }): ReactElement => (
  <time dateTime={time} title={exactFormat.format(new Date(time))}>
    {dateFormat.format(new Date(time))}
  </time>
);
