// Renders the result of a query, its progress or its error.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { explain } from '../api/failure.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

/** Renders the progress of something that takes a moment. */
export const Loading = (): ReactElement => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden /> Loading…
  </div>
);

/** Renders the data of a query. The last data stays while the query is refreshed or fails. */
export const Loaded = <A,>({
  query,
  children,
}: {
  readonly query: UseQueryResult<A>;
  readonly children: (data: A) => ReactNode;
}): ReactNode => {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading />;
  const retry = <Button onPress={() => void query.refetch()}>Try again</Button>;
  return (
    <Notice kind="bad" actions={retry}>
      {explain(query.error)}
    </Notice>
  );
};
