// Page with all studios: what needs attention first.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo, type ReactElement } from 'react';
import { Link } from 'wouter';
import { locale } from '../../messages/i18n.js';
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

const count = new Intl.NumberFormat(locale);

const NoStudios = (): ReactElement => (
  <Empty>
    {useHasRole('admin')
      ? t`No studios yet. Add a studio to connect its service.`
      : t`No studios yet. An admin adds studios, and gives you a role in them.`}
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
      {urgent.length + others.length === 0 && (
        <Empty>
          <Trans>No studios match your search.</Trans>
        </Empty>
      )}
      <Part title={t`Needs attention`} studios={urgent} />
      <Part title={t`In order`} studios={others} />
    </>
  );
};

export const StudiosPage = (): ReactElement => {
  const isAdmin = useHasRole('admin');
  return (
    <>
      <PageTitle
        title={t`Studios`}
        actions={isAdmin && <AddButton label={t`Add studio`} dialog={(close) => <AddStudio onClose={close} />} />}
      >
        <p className="hint">
          <Trans>Manage access to the device-control API of each studio.</Trans>
        </p>
      </PageTitle>
      {isAdmin && <FirstStepsNotice />}
      <Loaded query={useStudios()}>{(studios) => <Studios studios={studios} />}</Loaded>
      {isAdmin && (
        <p>
          <Link href="/removed-studios">
            <Trans>History of removed studios</Trans>
          </Link>
        </p>
      )}
    </>
  );
};
