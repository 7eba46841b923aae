// Shows whether the service of a studio has connected with its key, and why one was refused.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { read } from '../api/client.js';
import type { RefusedServiceItem, StudioOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { syncStatusOf } from '../studio/sync-status.js';
import { Notice } from '../ui/notice.js';
import { ClockTime } from '../ui/time.js';
import { useStudios } from './queries.js';

const refreshMs = 2_000;

/** Reads the services that were refused since the dialog was opened, or shortly before. */
const useRefusedServices = (studioId: string, isWaiting: boolean): readonly RefusedServiceItem[] => {
  const { data = [] } = useQuery({
    queryKey: keys.section(studioId, 'refused-services'),
    queryFn: async () => (await read('refused-service.list', { params: { id: studioId } })).refusedServices,
    enabled: isWaiting,
    refetchInterval: refreshMs,
  });
  return data;
};

const RefusedNotice = ({ refused }: { readonly refused: RefusedServiceItem }): ReactElement => (
  <Notice kind="warn">
    {refused.reason === 'wrong_key' ? (
      <>
        A service used a <strong>wrong key</strong> for this studio: {refused.address},{' '}
        <ClockTime time={refused.lastTime} />. Check that the whole key was copied.
      </>
    ) : (
      <>
        A service named the <strong>unknown studio</strong> <code>{refused.studioId}</code>: {refused.address},{' '}
        <ClockTime time={refused.lastTime} />. The id in its studio file must be that of the console.
      </>
    )}
  </Notice>
);

const Waiting = (): ReactElement => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden /> Waiting for the studio’s service…
  </div>
);

const Connected = ({ studio }: { readonly studio: StudioOverview }): ReactElement => {
  const version = studio.service?.version;
  return (
    <Notice kind="good">
      Connected{version != null && `, version ${version}`}
      {syncStatusOf(studio) === 'in_effect' ? ', in effect.' : '. The settings are being sent…'}
    </Notice>
  );
};

export const ConnectionProgress = ({ studioId }: { readonly studioId: string }): ReactElement => {
  const studio = useStudios().data?.find(({ id }) => id === studioId);
  // A service that connects with the newest key ends the old one.
  const isDone = studio?.connected === true && studio.keyInUse === 'current';
  const refused = useRefusedServices(studioId, !isDone);
  if (isDone) return <Connected studio={studio} />;
  return (
    <div className="stack">
      {studio?.keyInUse === 'old' ? <p>The service still uses the old key.</p> : <Waiting />}
      {refused.slice(0, 3).map((one) => (
        <RefusedNotice key={`${one.studioId} ${one.address}`} refused={one} />
      ))}
    </div>
  );
};
