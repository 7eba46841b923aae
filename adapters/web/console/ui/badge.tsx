// A state in a word, coloured; the word alone says it all.
import type { ReactElement, ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'calm';

/** A badge; with a dot where it tells of something that lives. */
export const Badge = ({
  tone,
  dot = false,
  children,
}: {
  readonly tone: Tone;
  readonly dot?: boolean;
  readonly children: ReactNode;
}): ReactElement => (
  <span className={`badge ${tone}`}>
    {dot && <span className="lamp" aria-hidden />}
    {children}
  </span>
);
