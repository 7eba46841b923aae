// The view of all studios.
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { useMay } from '../session/session.js';
import { Badges } from '../studio/standing.js';
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
    <Badges studio={studio} />
  </li>
);

/** More than these are no help to anybody's eyes; a few need no searching. */
const [most, few] = [60, 8];

const isNamed = (text: string) => {
  const wanted = text.trim().toLowerCase();
  return ({ id, name }: StudioOverview): boolean => `${id} ${name}`.toLowerCase().includes(wanted);
};

/** As people count: Studio 2 before Studio 10. */
const { compare } = new Intl.Collator('en', { numeric: true });
const byName = (one: StudioOverview, other: StudioOverview): number => compare(one.name, other.name);

const Tiles = ({ studios }: { readonly studios: readonly StudioOverview[] }): ReactElement =>
  studios.length === 0 ? (
    <Empty>No studio has such an id or name.</Empty>
  ) : (
    <>
      <ul className="tiles">
        {studios.slice(0, most).map((studio) => (
          <StudioTile key={studio.id} studio={studio} />
        ))}
      </ul>
      {studios.length > most && (
        <p className="hint">
          The first {most} of {studios.length} are shown: find the others by their id or name.
        </p>
      )}
    </>
  );

const Studios = ({ studios }: { readonly studios: readonly StudioOverview[] }): ReactElement => {
  const [wanted, setWanted] = useState('');
  if (studios.length === 0)
    return <Empty>No studio is entered yet: an admin adds them, each with a key of its own.</Empty>;
  return (
    <>
      {studios.length > few && (
        <div className="finding">
          <TextField label="Find a studio" placeholder="Id or name" value={wanted} onChange={setWanted} type="search" />
        </div>
      )}
      <Tiles studios={studios.filter(isNamed(wanted)).sort(byName)} />
    </>
  );
};

export const StudiosPage = (): ReactElement => {
  const mayAdd = useMay('admin');
  return (
    <>
      <PageTitle
        title="Studios"
        actions={mayAdd && <AddButton label="Add a studio" dialog={(close) => <AddStudio onClose={close} />} />}
      >
        <p className="hint">Who may use the device-control API of each studio, and for what.</p>
      </PageTitle>
      <Loaded query={useStudios()}>{(studios) => <Studios studios={studios} />}</Loaded>
    </>
  );
};
