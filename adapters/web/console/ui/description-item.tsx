// One term of a description list, with its description.
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
