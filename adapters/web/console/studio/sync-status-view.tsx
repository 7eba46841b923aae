// Renders the sync status of a studio.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { consoleReachable } from '../api/connection-status.js';
import type { StudioOverview } from '../api/contract.js';
import { useStore } from '../api/store.js';
import { Badge } from '../ui/badge.js';
import { Notice } from '../ui/notice.js';
import { ClockTime, ExactTime } from '../ui/time.js';
import { HealthBadge } from './service-status-view.js';
import { isRefused, syncBadges, syncStatusOf } from './sync-status.js';

interface Props {
  readonly studio: StudioOverview;
}

const ConnectionBadge = ({ studio }: Props): ReactElement => {
  if (studio.connected)
    return (
      <Badge tone="good" dot>
        <Trans>Connected</Trans>
      </Badge>
    );
  const isNew = syncStatusOf(studio) === 'new';
  return (
    <Badge tone={isNew ? 'calm' : 'bad'} dot>
      {isNew ? t`Not connected yet` : t`Offline`}
    </Badge>
  );
};

const SyncBadge = ({ studio }: Props): ReactElement | null => {
  const badge = syncBadges[syncStatusOf(studio)];
  return badge && <Badge tone={badge[0]}>{badge[1]}</Badge>;
};

/** Renders API switch, connection and sync status as badges. None is claimed while the console can't be reached. */
export const SyncBadges = ({ studio }: Props): ReactElement => {
  const isKnown = useStore(consoleReachable);
  return (
    <span className="badges">
      {!studio.apiEnabled && (
        <Badge tone="bad">
          <Trans>API off</Trans>
        </Badge>
      )}
      {isKnown ? (
        <>
          <ConnectionBadge studio={studio} />
          <SyncBadge studio={studio} />
          <HealthBadge studio={studio} />
        </>
      ) : (
        <Badge tone="calm">
          <Trans>Status unknown</Trans>
        </Badge>
      )}
    </span>
  );
};

const OfflineSince = ({ studio: { disconnectedAt, confirmedAt } }: Props): ReactElement => {
  if (disconnectedAt === null)
    return confirmedAt === null ? (
      <Trans>Offline.</Trans>
    ) : (
      <Trans>
        Offline, last confirmed <ClockTime time={confirmedAt} />.
      </Trans>
    );
  return confirmedAt === null ? (
    <Trans>
      Offline since <ClockTime time={disconnectedAt} />.
    </Trans>
  ) : (
    <Trans>
      Offline since <ClockTime time={disconnectedAt} />, last confirmed <ClockTime time={confirmedAt} />.
    </Trans>
  );
};

const Offline = ({ studio, children }: Props & { readonly children: ReactElement }): ReactElement => (
  <>
    <OfflineSince studio={studio} /> {children}
  </>
);

/** Renders the sync status as a sentence. */
export const SyncSentence = ({ studio }: Props): ReactElement => {
  const { appliedAt } = studio;
  switch (syncStatusOf(studio)) {
    case 'in_effect':
      return (
        <>
          <Trans>All settings are in effect at the studio.</Trans>
          {appliedAt !== null && (
            <>
              {' '}
              <Trans>
                Applied <ClockTime time={appliedAt} />.
              </Trans>
            </>
          )}
        </>
      );
    case 'pending':
      return <Trans>The latest settings are being sent to the studio.</Trans>;
    case 'refused':
      return <Trans>The studio’s service refused the latest settings and keeps its previous ones.</Trans>;
    case 'confirmed':
      return (
        <Offline studio={studio}>
          <Trans>It had all settings then.</Trans>
        </Offline>
      );
    case 'offline':
      return (
        <Offline studio={studio}>
          <Trans>It receives the latest settings when it reconnects.</Trans>
        </Offline>
      );
    case 'new':
      return <Trans>The studio’s service hasn’t connected yet. It receives these settings when it connects.</Trans>;
  }
};

/** Renders the badges with a sentence, which screen readers announce on changes. */
export const SyncStatusLine = ({ studio }: Props): ReactElement => {
  const isKnown = useStore(consoleReachable);
  return (
    <p className="sync-status" role="status">
      <SyncBadges studio={studio} />{' '}
      {isKnown && !(studio.connected && isRefused(studio)) && (
        <span className="hint">
          <SyncSentence studio={studio} />
        </span>
      )}
    </p>
  );
};

/** Renders why the service refused the latest configuration, or nothing. */
export const RefusedConfiguration = ({ studio }: Props): ReactElement | null => {
  const { refusal } = studio;
  if (refusal === null || !isRefused(studio)) return null;
  return (
    <Notice kind="bad">
      <p>
        <Trans>
          <strong>The studio’s service refused the latest settings</strong> (<ExactTime time={refusal.time} />) and
          keeps its previous ones. Your next change sends all settings again. The service reported:
        </Trans>
      </p>
      <pre>{refusal.reason}</pre>
    </Notice>
  );
};
