// Shows whether the service of a studio has connected with its key, and why one was refused.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      <Trans>
        A service used a <strong>wrong key</strong> for this studio: {refused.address},{' '}
        <ClockTime time={refused.lastTime} />. Check that the whole key was copied.
      </Trans>
    ) : (
      <Trans>
        A service named the <strong>unknown studio</strong> <code>{refused.studioId}</code>: {refused.address},{' '}
        <ClockTime time={refused.lastTime} />. The id in its studio file must be that of the console.
      </Trans>
    )}
  </Notice>
);

const Waiting = (): ReactElement => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden /> <Trans>Waiting for the studio’s service…</Trans>
  </div>
);

const connectedText = (version: string | null, isInEffect: boolean): string => {
  if (version === null) return isInEffect ? t`Connected, in effect.` : t`Connected. The settings are being sent…`;
  return isInEffect
    ? t`Connected, version ${version}, in effect.`
    : t`Connected, version ${version}. The settings are being sent…`;
};

const Connected = ({ studio }: { readonly studio: StudioOverview }): ReactElement => {
  const version = studio.service?.version;
  return <Notice kind="good">{connectedText(version ?? null, syncStatusOf(studio) === 'in_effect')}</Notice>;
};

export const ConnectionProgress = ({ studioId }: { readonly studioId: string }): ReactElement => {
  const studio = useStudios().data?.find(({ id }) => id === studioId);
  // A service that connects with the newest key ends the old one.
  const isDone = studio?.connected === true && studio.keyInUse === 'current';
  const refused = useRefusedServices(studioId, !isDone);
  if (isDone) return <Connected studio={studio} />;
  return (
    <div className="stack">
      {studio?.keyInUse === 'old' ? (
        <p>
          <Trans>The service still uses the old key.</Trans>
        </p>
      ) : (
        <Waiting />
      )}
      {refused.slice(0, 3).map((one) => (
        <RefusedNotice key={`${one.studioId} ${one.address}`} refused={one} />
      ))}
    </div>
  );
};
