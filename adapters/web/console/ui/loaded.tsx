// What is shown while something is being asked for, and when asking failed.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { explain } from '../api/failure.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

const Waiting = (): ReactElement => (
  <div className="waiting" role="status">
    <span className="spinner" aria-hidden /> Loading…
  </div>
);

/** Shows what a query has; what is known stays there while it is asked for again, or can't be. */
export const Loaded = <A,>({
  query,
  children,
}: {
  readonly query: UseQueryResult<A>;
  readonly children: (data: A) => ReactNode;
}): ReactNode => {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Waiting />;
  const again = <Button onPress={() => void query.refetch()}>Try again</Button>;
  return (
    <Notice kind="bad" actions={again}>
      {explain(query.error)}
    </Notice>
  );
};
