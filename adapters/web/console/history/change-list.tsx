// Changes as a list, newest first.
import type { ReactElement, ReactNode } from 'react';
import type { HistoryItem } from '../api/contract.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { ExactMoment } from '../ui/moment.js';
import type { useChanges } from './queries.js';

interface ChangeListProps {
  readonly query: ReturnType<typeof useChanges>;
  /** What else is told of a change. */
  readonly remark?: (change: HistoryItem) => ReactNode;
}

const Entry = ({ change, remark }: { readonly change: HistoryItem; readonly remark?: ReactNode }): ReactElement => (
  <li className="change">
    <span className="hint">
      <ExactMoment time={change.time} />
    </span>
    <strong>{change.operator}</strong>
    <span className="change-what">{change.summary}</span>
    {remark}
  </li>
);

export const ChangeList = ({ query, remark }: ChangeListProps): ReactElement => (
  <>
    <Loaded query={query}>
      {({ pages }) => {
        const changes = pages.flatMap((page) => page.changes);
        return changes.length === 0 ? (
          <Empty>Nothing was changed yet.</Empty>
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
