// Renders the result of a query, its progress or its error.
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { explain } from '../api/failure.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

/** Renders the progress of something that takes a moment. */
export const Loading = (): ReactElement => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden /> <Trans>Loading…</Trans>
  </div>
);

/** Renders why one of several queries has no data, and a button that reads it again; nothing if none has failed. */
export const LoadFailure = ({ queries }: { readonly queries: readonly UseQueryResult[] }): ReactElement | null => {
  const failed = queries.filter(({ data, errorUpdateCount }) => data === undefined && errorUpdateCount > 0);
  // While a query is read again, it has no error: the last one stays, so that nothing moves.
  const [shown, setShown] = useState<unknown>();
  const latest = failed.find(({ error }) => error !== null)?.error ?? shown;
  if (latest !== shown) setShown(latest);
  const readAgain = (): void => {
    for (const query of failed) void query.refetch();
  };
  return failed.length === 0 || latest === undefined ? null : (
    <Notice
      kind="bad"
      actions={
        <Button isPending={failed.some(({ isFetching }) => isFetching)} onPress={readAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {explain(latest)}
    </Notice>
  );
};

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
  return <LoadFailure queries={[query]} />;
};
