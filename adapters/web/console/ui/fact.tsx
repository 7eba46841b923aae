// A fact about something: its name and what it is.
import type { ReactElement, ReactNode } from 'react';

export const DescriptionItem = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
