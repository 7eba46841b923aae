// A history with its filters and its export.
import { t } from '@lingui/core/macro';
import type { ReactElement, ReactNode } from 'react';
import type { HistoryItem } from '../api/contract.js';
import { Card } from '../ui/card.js';
import { ExportButton } from './export-button.js';
import { HistoryFilterBar, type FilterDevice } from './filter-bar.js';
import { useHistoryFilter, type HistoryFilter } from './filter.js';
import { HistoryList } from './history-list.js';
import { useHistory, type HistorySource } from './queries.js';

interface FilteredHistoryProps {
  readonly queryKey: readonly string[];
  readonly source: HistorySource;
  /** The name of exported files, without their ending. */
  readonly fileName: string;
  /** The devices of a studio; absent for the history of the console itself. */
  readonly devices?: readonly FilterDevice[];
  /** Returns what is rendered beside a change. */
  readonly remarks?: (changes: readonly HistoryItem[], filter: HistoryFilter) => (change: HistoryItem) => ReactNode;
}

export const FilteredHistory = (props: FilteredHistoryProps): ReactElement => {
  const { queryKey, source, fileName, devices, remarks } = props;
  const [filter, setFilter] = useHistoryFilter();
  const query = useHistory(queryKey, source, filter);
  const remark = remarks?.(query.data?.pages.flatMap(({ changes }) => changes) ?? [], filter);
  return (
    <Card
      title={t`Changes`}
      explanation={t`Who changed what, newest first.`}
      actions={<ExportButton source={source} filter={filter} fileName={fileName} />}
    >
      <HistoryFilterBar filter={filter} onChange={setFilter} {...(devices && { devices })} />
      <HistoryList
        query={query}
        source={source}
        {...(remark && { remark })}
        {...(Object.keys(filter).length > 0 && { empty: t`No changes match the filter.` })}
      />
    </Card>
  );
};
