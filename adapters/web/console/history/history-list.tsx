// List of changes, newest first. Used for studios and for operators.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { HistoryItem } from '../api/contract.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/card.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Loaded } from '../ui/loaded.js';
import { ExactTime } from '../ui/time.js';
import { usePress } from '../ui/use-press.js';
import { FieldTable } from './field-table.js';
import { fieldDifferences } from './field-words.js';
import { readChange, type HistorySource } from './queries.js';

interface HistoryListProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly changes: readonly HistoryItem[] }>>;
  readonly source: HistorySource;
  /** Rendered beside each entry. */
  readonly remark?: (change: HistoryItem) => ReactNode;
  readonly empty?: string;
}

interface EntryProps extends Pick<HistoryListProps, 'source'> {
  readonly change: HistoryItem;
  readonly remark: ReactNode;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The most fields of a change that are shown before the operator asks for all. */
const maxFields = 6;

/** Renders the first fields of a change, and all of them after a press. */
const Fields = ({ change, source }: Pick<EntryProps, 'change' | 'source'>): ReactElement | null => {
  const [all, setAll] = useState<HistoryItem['fields']>(null);
  const { isPending, failure, press } = usePress(async () => {
    setAll((await readChange(source, change)).fields);
  });
  const { fields, fieldCount } = change;
  if (fields === null || fieldCount === null) return null;
  return (
    <div className="change-fields">
      <FieldTable fields={all ?? fields.slice(0, maxFields)} label={t`Before and after`} />
      <FailureNotice failure={failure} />
      {all === null && fieldCount > maxFields && (
        <Button look="quiet" isPending={isPending} onPress={press}>
          <Plural value={fieldCount} one="Show # setting" other="Show all # settings" />
        </Button>
      )}
    </div>
  );
};

/** The changes of settings, whose fields state everything that their summary does. */
const settingsChanges: readonly string[] = ['access.set', 'features.set', 'device.change'];

/** Returns how many settings a change of settings has changed; 0 for other changes. */
const settingsOf = ({ action, fieldCount }: HistoryItem): number =>
  settingsChanges.includes(action) ? (fieldCount ?? 0) : 0;

/** Returns a change as a sentence. One setting is stated whole, several are in the table below. */
const sentenceOf = (change: HistoryItem): string => {
  const count = settingsOf(change);
  if (count === 0) return capitalized(change.summary);
  const [only] = fieldDifferences(change.fields ?? []);
  if (count > 1 || only === undefined) return plural(count, { one: '# setting changed', other: '# settings changed' });
  const { setting, before, after } = only;
  return t`${setting} changed from ${before} to ${after}`;
};

const Entry = ({ change, source, remark }: EntryProps): ReactElement => (
  <li className="change">
    <span className="hint">
      <ExactTime time={change.time} />
    </span>
    <strong>{change.operator}</strong>
    <span className="change-summary">{sentenceOf(change)}</span>
    <span className="change-remark">{remark}</span>
    {settingsOf(change) !== 1 && <Fields change={change} source={source} />}
  </li>
);

export const HistoryList = ({ query, source, remark, empty = t`No changes yet.` }: HistoryListProps): ReactElement => (
  <>
    <Loaded query={query}>
      {({ pages }) => {
        const changes = pages.flatMap((page) => page.changes);
        return changes.length === 0 ? (
          <Empty>{empty}</Empty>
        ) : (
          <ol className="change-list">
            {changes.map((change) => (
              <Entry key={change.id} change={change} source={source} remark={remark?.(change)} />
            ))}
          </ol>
        );
      }}
    </Loaded>
    <FailureNotice failure={query.isFetchNextPageError ? query.error : undefined} />
    {query.hasNextPage && (
      <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
        <Trans>Show older changes</Trans>
      </Button>
    )}
  </>
);
