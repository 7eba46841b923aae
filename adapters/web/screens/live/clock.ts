// The time of day in the studio's zone.

/** Returns the time of day; empty without a zone, or with one that this browser doesn't know. */
export const timeOfDay = (now: number, timeZone: string | undefined): string => {
  if (timeZone === undefined) return '';
  try {
    return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(now);
  } catch {
    return '';
  }
};
