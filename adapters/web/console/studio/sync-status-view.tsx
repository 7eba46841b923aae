// Renders the sync status of a studio.
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { ExactTime } from '../ui/time.js';
import { HealthBadge } from './service-status-view.js';
import { Notice } from '../ui/notice.js';
import { syncStatusTextOf, isRefused } from './sync-status.js';

/** Renders connection and sync status as badges. */
export const SyncBadges = ({ studio }: { readonly studio: StudioOverview }): ReactElement => {
  const { tone, label } = syncStatusTextOf(studio);
  return (
    <span className="badges">
      <Badge tone={studio.connected ? 'good' : 'calm'} dot>
        {studio.connected ? 'Connected' : 'Not connected'}
      </Badge>
      <Badge tone={tone}>{label}</Badge>
      <HealthBadge studio={studio} />
    </span>
  );
};

/** Renders the badges with a sentence, which screen readers announce on changes. */
export const SyncStatusLine = ({ studio }: { readonly studio: StudioOverview }): ReactElement => (
  <p className="sync-status" role="status">
    <SyncBadges studio={studio} />{' '}
    {!isRefused(studio) && <span className="hint">{syncStatusTextOf(studio).sentence}</span>}
  </p>
);

/** Renders why the service refused the latest configuration, or nothing. */
export const RefusedConfiguration = ({ studio }: { readonly studio: StudioOverview }): ReactElement | null => {
  const { refusal } = studio;
  if (refusal === null || !isRefused(studio)) return null;
  return (
    <Notice kind="bad">
      <p>
        <strong>The studio’s service refused the latest settings</strong> (<ExactTime time={refusal.time} />) and keeps
        its previous ones. Your next change sends all settings again. The service reported:
      </p>
      <pre>{refusal.reason}</pre>
    </Notice>
  );
};
