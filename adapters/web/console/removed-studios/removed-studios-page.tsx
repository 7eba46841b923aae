// Pages of the removed studios: their list, and the history of one.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { RemovedStudio } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { FilteredHistory } from '../history/filtered-history.js';
import { removedStudioHistory } from '../history/queries.js';
import { useHasRole } from '../session/session.js';
import { Empty } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { ExactTime } from '../ui/time.js';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { read } from '../api/client.js';

/** Reads the removed studios whose history is kept, the last removed first. */
const useRemovedStudios = (): UseQueryResult<readonly RemovedStudio[]> =>
  useQuery({
    queryKey: keys.removedStudios,
    queryFn: async () => (await read('studio.removed.list')).removedStudios,
  });

const onlyAdmins = (
  <Notice kind="info">
    <Trans>Only admins can see removed studios.</Trans>
  </Notice>
);

const Row = ({ studio: { id, lastChange } }: { readonly studio: RemovedStudio }): ReactElement => (
  <li className="tile">
    <Link href={`/removed-studios/${encodeURIComponent(id)}`}>{id}</Link>
    <span className="hint">
      <Trans>
        Last change <ExactTime time={lastChange} />
      </Trans>
    </span>
  </li>
);

const List = (): ReactElement => (
  <Loaded query={useRemovedStudios()}>
    {(studios) =>
      studios.length === 0 ? (
        <Empty>
          <Trans>No studio has been removed.</Trans>
        </Empty>
      ) : (
        <ul className="tiles">
          {studios.map((studio) => (
            <Row key={studio.id} studio={studio} />
          ))}
        </ul>
      )
    }
  </Loaded>
);

export const RemovedStudiosPage = (): ReactElement => {
  const mayRead = useHasRole('admin');
  return (
    <>
      <PageTitle
        title={t`Removed studios`}
        actions={
          <Link href="/studios">
            <Trans>All studios</Trans>
          </Link>
        }
      >
        <p className="hint">
          <Trans>Their history is kept.</Trans>
        </p>
      </PageTitle>
      {mayRead ? <List /> : onlyAdmins}
    </>
  );
};

const History = ({ id }: { readonly id: string }): ReactElement => (
  <FilteredHistory
    queryKey={keys.removedStudio(id)}
    source={removedStudioHistory(id)}
    fileName={`${id}-history`}
    devices={[]}
  />
);

export const RemovedStudioPage = ({ id }: { readonly id: string }): ReactElement => {
  const mayRead = useHasRole('admin');
  return (
    <>
      <PageTitle
        title={t`Removed studio ${id}`}
        actions={
          <Link href="/removed-studios">
            <Trans>All removed studios</Trans>
          </Link>
        }
      />
      {mayRead ? <History id={id} /> : onlyAdmins}
    </>
  );
};
