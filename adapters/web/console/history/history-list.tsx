// List of changes, newest first.
import type { ReactElement, ReactNode } from 'react';
import type { HistoryItem } from '../api/contract.js';
import { capitalized } from '../api/failure.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { ExactTime } from '../ui/time.js';
import type { useHistory } from './queries.js';

interface HistoryListProps {
  readonly query: ReturnType<typeof useHistory>;
  /** Additional content of an entry. */
  readonly remark?: (change: HistoryItem) => ReactNode;
}

const Entry = ({ change, remark }: { readonly change: HistoryItem; readonly remark?: ReactNode }): ReactElement => (
  <li className="change">
    <span className="hint">
      <ExactTime time={change.time} />
    </span>
    <strong>{change.operator}</strong>
    <span className="change-summary">{capitalized(change.summary)}</span>
    {remark}
  </li>
);

export const HistoryList = ({ query, remark }: HistoryListProps): ReactElement => (
  <>
    <Loaded query={query}>
      {({ pages }) => {
        const changes = pages.flatMap((page) => page.changes);
        return changes.length === 0 ? (
          <Empty>No changes yet.</Empty>
        ) : (
          <ol className="change-list">
            {changes.map((change) => (
              <Entry key={change.id} change={change} remark={remark?.(change)} />
            ))}
          </ol>
        );
      }}
    </Loaded>
    {query.hasNextPage && (
      <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
        Show older changes
      </Button>
    )}
  </>
);
