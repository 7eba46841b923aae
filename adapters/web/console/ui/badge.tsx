// A coloured label for a state. The text carries the meaning without the colour.
import type { ReactElement, ReactNode } from 'react';
import type { Tone } from './tone.js';

/** Renders a badge, with a dot for a live state. */
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
