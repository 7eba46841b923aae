// Section As-run log: what was sent to the devices of a studio, by whom, and what became of it. Its service reads it on request.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import type { AsRunPageItem } from '../api/contract.js';
import type { SectionProps } from '../studio/sections.js';
import { Button } from '../ui/button.js';
import { Card, Empty } from '../ui/card.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Loaded } from '../ui/loaded.js';
import { useSettled } from '../ui/use-settled.js';
import { EntryList } from './entry-list.js';
import { ExportButton } from './export-button.js';
import { AsRunFilterBar } from './filter-bar.js';
import { useAsRunFilter } from './filter.js';
import { useAsRun } from './queries.js';
import { namesOf, timeFormat } from './words.js';

/** How long a filter must stay the same before the service reads its files, in milliseconds. */
const settledMs = 400;

interface PagesProps {
  readonly pages: readonly AsRunPageItem[];
  readonly isFiltered: boolean;
}

/** Returns the count of the entries of a log that was read in part, and the time of the oldest; null if that is unknown. */
const countText = (count: number, oldest: string | null): string =>
  oldest === null
    ? plural(count, { one: '# entry.', other: '# entries.' })
    : plural(count, { one: `# entry, back to ${oldest}.`, other: `# entries, back to ${oldest}.` });

const inPartText = (oldest: string | null): string =>
  oldest === null
    ? t`The service has read its log in part, to keep its time for the devices.`
    : t`The service has read its log in part, back to ${oldest}, to keep its time for the devices.`;

/** Returns what was read of the log, and whether it has older entries. */
const readText = (count: number, last: AsRunPageItem | undefined, format: Intl.DateTimeFormat): string => {
  if (last?.older == null)
    return plural(count, {
      one: '# entry: all that the studio’s service keeps.',
      other: '# entries: all that the studio’s service keeps.',
    });
  const oldest = last.readTo === null ? null : format.format(new Date(last.readTo));
  return last.stopped === 'entries'
    ? `${countText(count, oldest)} ${t`There are older ones.`}`
    : `${countText(count, null)} ${inPartText(oldest)}`;
};

/** Returns what the end of the list means. */
const endText = (pages: readonly AsRunPageItem[], format: Intl.DateTimeFormat): string => {
  const count = pages.reduce((sum, { entries }) => sum + entries.length, 0);
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const read = readText(count, pages.at(-1), format);
  return unreadable === 0
    ? read
    : `${read} ${t`Lines that can’t be read, because a crash cut them off: ${unreadable}.`}`;
};

const Pages = ({ pages, isFiltered }: PagesProps): ReactElement => {
  const format = timeFormat(pages[0]?.timezone ?? 'UTC');
  const entries = pages.flatMap((page) => page.entries);
  const nothing = isFiltered ? t`No command matches the filter.` : t`No command was sent to a device yet.`;
  return (
    <>
      {entries.length === 0 && pages.at(-1)?.older == null ? (
        <Empty>{nothing}</Empty>
      ) : (
        <EntryList entries={entries} nameOf={namesOf(pages[0]?.records ?? [])} format={format} />
      )}
      <p className="hint" role="status">
        {endText(pages, format)}
      </p>
    </>
  );
};

interface FurtherProps {
  readonly query: ReturnType<typeof useAsRun>;
  readonly onReadAgain: () => void;
}

/** Renders the buttons that read older entries, and the newest again. */
const Further = ({ query, onReadAgain }: FurtherProps): ReactElement => (
  <>
    <FailureNotice failure={query.isFetchNextPageError ? query.error : undefined} />
    <div className="actions">
      {query.hasNextPage && (
        <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          {query.data?.pages.at(-1)?.stopped === 'entries' ? t`Show older entries` : t`Search older entries`}
        </Button>
      )}
      {query.data !== undefined && (
        <Button look="quiet" isPending={query.isFetching && !query.isFetchingNextPage} onPress={onReadAgain}>
          <Trans>Read again</Trans>
        </Button>
      )}
    </div>
  </>
);

const explanation = (first: AsRunPageItem | undefined): string => {
  const about = t`What was sent to the studio’s devices, newest first. Its service keeps the log and reads it when you ask.`;
  return first === undefined ? about : `${about} ${t`Times and days are those of ${first.timezone}.`}`;
};

const Log = ({ studio: { id } }: SectionProps): ReactElement => {
  const [filter, setFilter] = useAsRunFilter();
  const [turn, setTurn] = useState(0);
  const query = useAsRun(id, useSettled(filter, settledMs), turn);
  const first = query.data?.pages[0];
  return (
    <Card
      title={t`As-run log`}
      explanation={explanation(first)}
      actions={<ExportButton studioId={id} filter={filter} />}
    >
      <AsRunFilterBar filter={filter} onChange={setFilter} records={first?.records ?? []} />
      <Loaded query={query}>
        {({ pages }) => <Pages pages={pages} isFiltered={Object.keys(filter).length > 0} />}
      </Loaded>
      <Further
        query={query}
        onReadAgain={() => {
          setTurn(turn + 1);
        }}
      />
    </Card>
  );
};

/** Renders the section. Another studio begins with nothing. */
export const AsRunSection = ({ studio }: SectionProps): ReactElement => <Log key={studio.id} studio={studio} />;
