// Page with all studios.
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { useHasRole } from '../session/session.js';
import { SyncBadges } from '../studio/sync-status-view.js';
import { AddButton } from '../ui/dialog-button.js';
import { Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { PageTitle } from '../ui/page-title.js';
import { TextField } from '../ui/text-field.js';
import { AddStudio } from './add-studio.js';
import { useStudios } from './queries.js';

const StudioTile = ({ studio }: { readonly studio: StudioOverview }): ReactElement => (
  <li className="tile">
    <Link href={`/studios/${encodeURIComponent(studio.id)}/access`}>{studio.name}</Link>
    <span className="hint">
      <code>{studio.id}</code>
      {studio.key === 'none' && ' · no key'}
    </span>
    <SyncBadges studio={studio} />
  </li>
);

/** Most studios that are listed at once. */
const listLimit = 60;

/** Most studios that are listed without a search field. */
const noSearchLimit = 8;

const matches = (search: string) => {
  const text = search.trim().toLowerCase();
  return ({ id, name }: StudioOverview): boolean => `${id} ${name}`.toLowerCase().includes(text);
};

/** Sorts numbers by value: Studio 2 before Studio 10. */
const { compare } = new Intl.Collator('en', { numeric: true });
const byName = (one: StudioOverview, other: StudioOverview): number => compare(one.name, other.name);

const Tiles = ({ studios }: { readonly studios: readonly StudioOverview[] }): ReactElement =>
  studios.length === 0 ? (
    <Empty>No studios match your search.</Empty>
  ) : (
    <>
      <ul className="tiles">
        {studios.slice(0, listLimit).map((studio) => (
          <StudioTile key={studio.id} studio={studio} />
        ))}
      </ul>
      {studios.length > listLimit && (
        <p className="hint">
          Showing the first {listLimit} of {studios.length} studios. Search to find the others.
        </p>
      )}
    </>
  );

const NoStudios = (): ReactElement => (
  <Empty>
    {useHasRole('admin')
      ? 'No studios yet. Add a studio to connect its service.'
      : 'No studios yet. An admin adds studios, and gives you a role in them.'}
  </Empty>
);

const Studios = ({ studios }: { readonly studios: readonly StudioOverview[] }): ReactElement => {
  const [search, setSearch] = useState('');
  if (studios.length === 0) return <NoStudios />;
  return (
    <>
      {studios.length > noSearchLimit && (
        <div className="search">
          <TextField label="Find a studio" placeholder="Id or name" value={search} onChange={setSearch} type="search" />
        </div>
      )}
      <Tiles studios={studios.filter(matches(search)).sort(byName)} />
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
      <Loaded query={useStudios()}>{(studios) => <Studios studios={studios} />}</Loaded>
      {isAdmin && (
        <p>
          <Link href="/removed-studios">History of removed studios</Link>
        </p>
      )}
    </>
  );
};
