/** The tone of a badge. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm';
