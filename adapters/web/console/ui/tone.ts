// Tones of badges, and which of them a status of HTTP has.

/** The tone of a badge. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm';

/** Returns the tone of an HTTP status. */
export const statusTone = (status: number): Tone => {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
};
