// Renders what a studio's service reports about itself: a refused studio file, and its open alarms.
import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { Notice } from '../ui/notice.js';
import { ExactTime } from '../ui/time.js';

type ServiceOverview = NonNullable<StudioOverview['service']>;
type ReportedAlarm = ServiceOverview['alarms'][number];

/** Renders a badge if the service is connected and its health is degraded. */
export const HealthBadge = ({ studio }: { readonly studio: StudioOverview }): ReactElement | null =>
  studio.connected && studio.service?.health === 'degraded' ? (
    <Badge tone="warn">
      <Trans>Degraded</Trans>
    </Badge>
  ) : null;

/** Says that a report is of the past if the service isn't connected. */
const Age = ({ studio, service }: { readonly studio: StudioOverview; readonly service: ServiceOverview }) =>
  studio.connected ? null : (
    <p className="hint">
      <Trans>
        Reported <ExactTime time={service.reportedAt} />, before the service lost its connection.
      </Trans>
    </p>
  );

/** The kind of the alarm that is shown as a notice of its own. */
const studioFileRefused = 'studio_file_refused';

const AlarmItem = ({ alarm: { kind, subject, message, raisedAt } }: { readonly alarm: ReportedAlarm }) => (
  <li>
    {message}{' '}
    <span className="hint">
      <Trans>
        <code>{kind}</code>, <code>{subject}</code>, since <ExactTime time={raisedAt} />
      </Trans>
    </span>
  </li>
);

/** Most alarms that are shown at first. */
const shownAlarms = 5;

const AlarmList = ({ alarms }: { readonly alarms: readonly ReportedAlarm[] }) => (
  <ul>
    {alarms.map((alarm) => (
      <AlarmItem key={`${alarm.kind} ${alarm.subject}`} alarm={alarm} />
    ))}
  </ul>
);

const RefusedStudioFile = ({
  studio,
  service,
}: {
  readonly studio: StudioOverview;
  readonly service: ServiceOverview;
}) =>
  service.studioFileIssues.length === 0 ? null : (
    <Notice kind="warn">
      <p>
        <Trans>
          <strong>The studio’s service refused its new studio file</strong> and keeps the previous one. Correct the file
          on the studio host; the service then reads it again.
        </Trans>
      </p>
      <ul>
        {service.studioFileIssues.map((issue) => (
          <li key={issue}>{issue}</li>
        ))}
      </ul>
      <Age studio={studio} service={service} />
    </Notice>
  );

const headingOf = (count: number): string => plural(count, { one: 'One open alarm', other: '# open alarms' });

const OpenAlarms = ({ studio, service }: { readonly studio: StudioOverview; readonly service: ServiceOverview }) => {
  const alarms = service.alarms.filter(({ kind }) => kind !== studioFileRefused);
  const count = alarms.length + service.furtherAlarms;
  if (count === 0) return null;
  return (
    <Notice kind="warn">
      <p>
        <strong>{headingOf(count)}</strong>
      </p>
      <AlarmList alarms={alarms.slice(0, shownAlarms)} />
      {alarms.length > shownAlarms && (
        <details>
          <summary>
            <Trans>Show {alarms.length - shownAlarms} more</Trans>
          </summary>
          <AlarmList alarms={alarms.slice(shownAlarms)} />
        </details>
      )}
      {service.furtherAlarms > 0 && (
        <p className="hint">
          <Plural
            value={service.furtherAlarms}
            one="# older alarm is not listed."
            other="# older alarms are not listed."
          />
        </p>
      )}
      <Age studio={studio} service={service} />
    </Notice>
  );
};

/** Renders what is wrong with the studio's service, or nothing. */
export const ServiceProblems = ({ studio }: { readonly studio: StudioOverview }): ReactElement | null =>
  studio.service === null ? null : (
    <>
      <RefusedStudioFile studio={studio} service={studio.service} />
      <OpenAlarms studio={studio} service={studio.service} />
    </>
  );
