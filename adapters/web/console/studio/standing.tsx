// How a studio stands: connected or not, and whether what the console keeps is in effect there.
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { ExactMoment } from '../ui/moment.js';
import { Notice } from '../ui/notice.js';
import { effectOf, isRefused } from './effect.js';

/** Two badges. */
export const Badges = ({ studio }: { readonly studio: StudioOverview }): ReactElement => {
  const { tone, label } = effectOf(studio);
  return (
    <span className="badges">
      <Badge tone={studio.connected ? 'good' : 'calm'} dot>
        {studio.connected ? 'Connected' : 'Not connected'}
      </Badge>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
};

/** The badges with a sentence, which is read out whenever it changes. */
export const SyncStatus = ({ studio }: { readonly studio: StudioOverview }): ReactElement => (
  <p className="standing" role="status">
    <Badges studio={studio} /> {!isRefused(studio) && <span className="hint">{effectOf(studio).sentence}</span>}
  </p>
);

/** Why the service refused its configuration; nothing where it didn't. */
export const RefusedConfiguration = ({ studio }: { readonly studio: StudioOverview }): ReactElement | null => {
  const { refusal } = studio;
  if (refusal === null || !isRefused(studio)) return null;
  return (
    <Notice kind="bad">
      <p>
        <strong>The studio’s service refused the newest settings</strong> (<ExactMoment time={refusal.time} />) and goes
        on with those it had before. With your next change it is sent everything again. What it found wrong:
      </p>
      <pre>{refusal.reason}</pre>
    </Notice>
  );
};
