// Page with all studios: what needs attention first.
import { useMemo, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { FirstStepsNotice } from '../first-steps/offer.js';
import { useHasRole } from '../session/session.js';
import { AddButton } from '../ui/dialog-button.js';
import { Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { PageTitle } from '../ui/page-title.js';
import { AddStudio } from './add-studio.js';
import { FilterBar } from './filter-bar.js';
import { labelsOf, listStudios, overviewOf, type ListedStudio } from './overview.js';
import { useStudios } from './queries.js';
import { StudioList } from './studio-list.js';
import { useFilter } from './use-filter.js';

/** Most studios that are listed without search and filters. */
const noFilterLimit = 4;

const count = new Intl.NumberFormat('en');

const NoStudios = (): ReactElement => (
  <Empty>
    {useHasRole('admin')
      ? 'No studios yet. Add a studio to connect its service.'
      : 'No studios yet. An admin adds studios, and gives you a role in them.'}
  </Empty>
);

const Part = ({
  title,
  studios,
}: {
  readonly title: string;
  readonly studios: readonly ListedStudio[];
}): ReactElement | null =>
  studios.length === 0 ? null : (
    <section className="studio-part">
      <h2>
        {title} <span className="hint">{count.format(studios.length)}</span>
      </h2>
      <StudioList label={title} studios={studios} />
    </section>
  );

const Studios = ({ studios }: { readonly studios: readonly StudioOverview[] }): ReactElement => {
  const [filter, changeFilter] = useFilter();
  const listed = useMemo(() => listStudios(studios), [studios]);
  const labels = useMemo(() => labelsOf(studios), [studios]);
  const { search, status, label } = filter;
  const overview = useMemo(() => overviewOf(listed, { search, status, label }), [listed, search, status, label]);
  if (studios.length === 0) return <NoStudios />;
  const { urgent, others, counts } = overview;
  const isFiltered = search !== '' || status !== undefined || label !== '';
  return (
    <>
      {(studios.length > noFilterLimit || isFiltered) && (
        <FilterBar filter={filter} counts={counts} labels={labels} onChange={changeFilter} />
      )}
      {urgent.length + others.length === 0 && <Empty>No studios match your search.</Empty>}
      <Part title="Needs attention" studios={urgent} />
      <Part title="In order" studios={others} />
    </>
  );
};

export const StudiosPage = (): ReactElement => {
  const isAdmin = useHasRole('admin');
  return (
    <>
      <PageTitle
        title="Studios"
        actions={isAdmin && <AddButton label="Add studio" dialog={(close) => <AddStudio onClose={close} />} />}
      >
        <p className="hint">Manage access to the device-control API of each studio.</p>
      </PageTitle>
      {isAdmin && <FirstStepsNotice />}
      <Loaded query={useStudios()}>{(studios) => <Studios studios={studios} />}</Loaded>
      {isAdmin && (
        <p>
          <Link href="/removed-studios">History of removed studios</Link>
        </p>
      )}
    </>
  );
};
