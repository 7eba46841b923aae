// Section As-run log: what was sent to the devices of a studio, by whom, and what became of it. Its service reads it on request.
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

/** Returns what the end of the list means. */
const endText = (pages: readonly AsRunPageItem[], format: Intl.DateTimeFormat): string => {
  const last = pages.at(-1);
  const number = pages.reduce((sum, { entries }) => sum + entries.length, 0);
  const count = `${number.toLocaleString('en')} ${number === 1 ? 'entry' : 'entries'}`;
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const cut = unreadable === 0 ? '' : ` Lines that can’t be read, because a crash cut them off: ${String(unreadable)}.`;
  if (last?.older == null) return `${count}: all that the studio’s service keeps.${cut}`;
  const back = last.readTo === null ? '' : `, back to ${format.format(new Date(last.readTo))}`;
  return last.stopped === 'entries'
    ? `${count}${back}. There are older ones.${cut}`
    : `${count}. The service has read its log in part${back}, to keep its time for the devices.${cut}`;
};

const Pages = ({ pages, isFiltered }: PagesProps): ReactElement => {
  const format = timeFormat(pages[0]?.timezone ?? 'UTC');
  const entries = pages.flatMap((page) => page.entries);
  const nothing = isFiltered ? 'No command matches the filter.' : 'No command was sent to a device yet.';
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
          {query.data?.pages.at(-1)?.stopped === 'entries' ? 'Show older entries' : 'Search older entries'}
        </Button>
      )}
      {query.data !== undefined && (
        <Button look="quiet" isPending={query.isFetching && !query.isFetchingNextPage} onPress={onReadAgain}>
          Read again
        </Button>
      )}
    </div>
  </>
);

const explanation = (first: AsRunPageItem | undefined): string => {
  const zone = first === undefined ? '' : ` Times and days are those of ${first.timezone}.`;
  return `What was sent to the studio’s devices, newest first. Its service keeps the log and reads it when you ask.${zone}`;
};

const Log = ({ studio: { id } }: SectionProps): ReactElement => {
  const [filter, setFilter] = useAsRunFilter();
  const [turn, setTurn] = useState(0);
  const query = useAsRun(id, useSettled(filter, settledMs), turn);
  const first = query.data?.pages[0];
  return (
    <Card title="As-run log" explanation={explanation(first)} actions={<ExportButton studioId={id} filter={filter} />}>
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
