// The view of all studios.
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { StudioOverview } from '../api/contract.js';
import { useMay } from '../session/session.js';
import { Badges } from '../studio/standing.js';
import { AddButton } from '../ui/add-button.js';
import { Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { PageTitle } from '../ui/page-title.js';
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

const Tiles = ({ studios }: { readonly studios: readonly StudioOverview[] }): ReactElement =>
  studios.length === 0 ? (
    <Empty>No studio is entered yet.</Empty>
  ) : (
    <ul className="tiles">
      {studios.map((studio) => (
        <StudioTile key={studio.id} studio={studio} />
      ))}
    </ul>
  );

export const StudiosPage = (): ReactElement => {
  const mayAdd = useMay('admin');
  return (
    <>
      <PageTitle
        title="Studios"
        actions={mayAdd && <AddButton label="Add a studio">{(close) => <AddStudio onClose={close} />}</AddButton>}
      >
        <p className="hint">Who may use the device-control API of each studio, and for what.</p>
      </PageTitle>
      <Loaded query={useStudios()}>{(studios) => <Tiles studios={studios} />}</Loaded>
    </>
  );
};
