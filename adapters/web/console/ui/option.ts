// An option of a choice, without the component that shows it.
import type { ReactNode } from 'react';

/** One option of a choice. */
export interface Option<A extends string> {
  readonly value: A;
  readonly label: string;
  readonly explanation?: ReactNode;
}
