// One studio of the overview: its name, labels and status.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { consoleReachable } from '../api/connection-status.js';
import type { StudioOverview } from '../api/contract.js';
import { useStore } from '../api/store.js';
import { Badge } from '../ui/badge.js';
import { ClockTime } from '../ui/time.js';
import { problems as marks, type Problem } from './attention.js';
import type { ListedStudio } from './overview.js';

const countOf = (problem: Problem, { service }: StudioOverview): string => {
  if (problem === 'alarms' && service !== null) return ` ${String(service.alarms.length + service.furtherAlarms)}`;
  return problem === 'devices_away' ? ` ${String(service?.devicesAway ?? 0)}` : '';
};

const ProblemBadges = ({ studio, problems }: ListedStudio): ReactElement[] =>
  problems.map((problem) => (
    <Badge key={problem} tone={marks[problem][1]}>
      {marks[problem][0]}
      {countOf(problem, studio)}
    </Badge>
  ));

/** Renders whether the studio is on air, and who holds it, while its service reports that. */
const OnAir = ({ studio: { connected, service } }: Pick<ListedStudio, 'studio'>): ReactElement | null => {
  if (!connected || service === null) return null;
  return (
    <>
      {service.onAir === true && (
        <Badge tone="bad">
          <Trans>On air</Trans>
        </Badge>
      )}
      {service.holder !== null && <Badge tone="calm">{service.holder}</Badge>}
    </>
  );
};

/** Renders the time that explains the status: since when it is offline, or when its settings were applied. */
const StatusTime = ({ studio }: { readonly studio: StudioOverview }): ReactElement | null => {
  if (!studio.connected && studio.disconnectedAt !== null)
    return (
      <Trans>
        since <ClockTime time={studio.disconnectedAt} />
      </Trans>
    );
  if (!studio.connected && studio.confirmedAt !== null)
    return (
      <Trans>
        last confirmed <ClockTime time={studio.confirmedAt} />
      </Trans>
    );
  if (!studio.connected || studio.appliedAt === null) return null;
  return (
    <Trans>
      applied <ClockTime time={studio.appliedAt} />
    </Trans>
  );
};

const Status = ({ studio, problems }: ListedStudio): ReactElement => {
  const isKnown = useStore(consoleReachable);
  if (!isKnown)
    return (
      <span className="badges">
        <Badge tone="calm">
          <Trans>Status unknown</Trans>
        </Badge>
      </span>
    );
  return (
    <span className="badges">
      <OnAir studio={studio} />
      <ProblemBadges studio={studio} problems={problems} />
      {studio.connected && !problems.includes('pending') && !problems.includes('refused') && (
        <Badge tone="good">
          <Trans>In effect</Trans>
        </Badge>
      )}
      <span className="hint">
        <StatusTime studio={studio} />
      </span>
    </span>
  );
};

/** Renders the content of a row. */
export const StudioRow = ({ studio, problems }: ListedStudio): ReactElement => (
  <>
    <span className="studio-name">
      <Link href={`/studios/${encodeURIComponent(studio.id)}/live`}>{studio.name}</Link>
      <span className="hint">
        <code>{studio.id}</code>
        {studio.key === 'none' && (
          <>
            {' '}
            · <Trans>no key</Trans>
          </>
        )}
        {studio.service?.version != null && (
          <>
            {' '}
            · <Trans>version {studio.service.version}</Trans>
          </>
        )}
        {studio.labels.length > 0 && ` · ${studio.labels.join(', ')}`}
      </span>
    </span>
    <Status studio={studio} problems={problems} />
  </>
);
