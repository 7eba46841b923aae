// The reasons for which the calls of one caller were refused: how often, when last, and the device whose token was used.
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { RefusedCallerItem } from '../api/contract.js';
import { useDevices } from '../devices/queries.js';
import { Badge } from '../ui/badge.js';
import { RelativeTime } from '../ui/time.js';
import {
  callsWithoutReason,
  devicePath,
  isAdmittedSince,
  reasonsOf,
  reasonText,
  type CallerReason,
} from './reasons.js';

interface ReasonProps {
  readonly studioId: string;
  readonly reason: CallerReason;
}

const Count = ({ count, lastTime }: Pick<CallerReason, 'count' | 'lastTime'>): ReactElement => (
  <span className="hint">
    <Plural
      value={count}
      one={
        <Trans>
          Once, <RelativeTime time={lastTime} />
        </Trans>
      }
      other={
        <Trans>
          # times, last <RelativeTime time={lastTime} />
        </Trans>
      }
    />
  </span>
);

const Reason = ({ studioId, reason }: ReasonProps): ReactElement => {
  const { data: devices = [] } = useDevices(studioId);
  const { device } = reason;
  return (
    <li>
      <span>{reasonText(reason.reason)}</span>{' '}
      {reason.code !== null && (
        <>
          <Trans>
            Code <code>{reason.code}</code>
          </Trans>{' '}
        </>
      )}
      {device && (
        <>
          <Trans>
            Device <Link href={devicePath(studioId, device)}>{device.name}</Link>.
          </Trans>{' '}
        </>
      )}
      {reason.forwarded && (
        <>
          <Trans>A proxy forwarded the call, so its address admits nobody.</Trans>{' '}
        </>
      )}
      <Count {...reason} />{' '}
      {isAdmittedSince(reason, devices) && (
        <Badge tone="good">
          <Trans>Admitted since</Trans>
        </Badge>
      )}
    </li>
  );
};

/** Renders the reasons, newest first. */
export const ReasonList = ({
  studioId,
  caller,
}: {
  readonly studioId: string;
  readonly caller: RefusedCallerItem;
}): ReactElement => {
  const others = callsWithoutReason(caller);
  return (
    <ul className="reasons">
      {reasonsOf(caller).map((reason) => (
        <Reason
          key={`${reason.reason} ${reason.device?.id ?? ''} ${reason.code ?? ''}`}
          studioId={studioId}
          reason={reason}
        />
      ))}
      {others > 0 && (
        <li className="hint">
          <Plural
            value={others}
            one="# more, whose reasons are no longer known"
            other="# more, whose reasons are no longer known"
          />
        </li>
      )}
    </ul>
  );
};
