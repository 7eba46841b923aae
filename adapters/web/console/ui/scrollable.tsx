// A part that scrolls by itself, also with the arrow keys.
import type { ReactElement, ReactNode } from 'react';

interface ScrollableProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Renders the part. */
export const Scrollable = ({ label, className, children }: ScrollableProps): ReactElement => (
  <div role="group" aria-label={label} className={`scrollable ${className}`} tabIndex={0}>
    {children}
  </div>
);
