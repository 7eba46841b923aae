// Section Overview: what a studio is doing, as its service reports it while the page is open.
import { t } from '@lingui/core/macro';
import { Select, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import type { SectionProps } from '../studio/sections.js';
import { Card, Empty } from '../ui/card.js';
import { Badge } from '../ui/badge.js';
import { ClockTime } from '../ui/time.js';
import { currentState, type LiveShown, type ReceivedState } from './live.js';
import { LiveView } from './live-view.js';
import { useClock, useLive } from './use-live.js';

/** Returns why there is no state. */
const missingText = ({ connected }: StudioOverview, { sends }: LiveShown): string => {
  if (!connected) return t`The studio’s service isn’t connected, so it can’t report what the studio is doing.`;
  if (sends === false)
    return t`The studio’s service is of an earlier version, which can’t report what the studio is doing. Update it to see that here.`;
  return t`Connecting to the studio’s service…`;
};

/** Renders when the studio was last seen, in the past tense. What it does now is not known. */
const LastSeen = ({
  last: {
    state: { status, holder },
    time,
  },
}: {
  readonly last: ReceivedState;
}): ReactElement => (
  <p>
    {holder === null ? (
      <Trans>
        Last seen at <ClockTime time={time} />: it was{' '}
        <Select value={status ?? 'off_air'} _on_air="on air" other="off air" />. What it is doing now is unknown.
      </Trans>
    ) : (
      <Trans>
        Last seen at <ClockTime time={time} />: it was{' '}
        <Select value={status ?? 'off_air'} _on_air="on air" other="off air" />, held by {holder}. What it is doing now
        is unknown.
      </Trans>
    )}
  </p>
);

const Live = ({ studio }: SectionProps): ReactElement => {
  const shown = useLive(studio.id);
  const now = useClock(1_000);
  const current = studio.connected ? currentState(shown, now) : undefined;
  return (
    <Card
      title={t`What the studio is doing`}
      explanation={t`The studio’s service reports this only while this page is open; nothing is stored.`}
    >
      <p className="sync-status">
        <Badge tone={current === undefined ? 'calm' : 'good'} dot>
          {current === undefined ? t`Not live` : t`Live`}
        </Badge>
      </p>
      {current !== undefined ? (
        <LiveView received={current} studio={studio} />
      ) : (
        <>
          {shown.last !== undefined && <LastSeen last={shown.last} />}
          <Empty>{missingText(studio, shown)}</Empty>
        </>
      )}
    </Card>
  );
};

/** Renders the section. Another studio begins with nothing. */
export const LiveSection = ({ studio }: SectionProps): ReactElement => <Live key={studio.id} studio={studio} />;
