// One line of the list of calls.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, type ReactElement } from 'react';
import { Link } from 'wouter';
import { locale } from '../../messages/i18n.js';
import type { ObservedCallItem } from '../api/contract.js';
import { AddressText } from '../ui/address.js';
import { Badge } from '../ui/badge.js';
import { statusTone } from '../ui/tone.js';
import type { CallLine } from './calls.js';
import { reasonOf } from './steps.js';

const timeFormat = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

const Caller = ({ studioId, call }: { readonly studioId: string; readonly call: ObservedCallItem }): ReactElement => {
  const { caller, address, decidedBy } = call;
  const device = decidedBy?.device;
  const name = caller ?? t`Unknown caller`;
  return device === undefined ? (
    <Trans>
      {name} at <AddressText>{address}</AddressText>
    </Trans>
  ) : (
    <Trans>
      <Link href={`/studios/${encodeURIComponent(studioId)}/devices`}>{device.name}</Link> at{' '}
      <AddressText>{address}</AddressText>
    </Trans>
  );
};

const Took = ({ answeredAfterMs: ms }: ObservedCallItem): string | null =>
  ms === null ? null : `${ms.toLocaleString(locale)} ms`;

const Call = ({ studioId, call }: { readonly studioId: string; readonly call: ObservedCallItem }): ReactElement => (
  <li className="call">
    <p className="call-head">
      <time dateTime={new Date(call.time).toISOString()}>{timeFormat.format(call.time)}</time>{' '}
      <Badge tone={statusTone(call.status)}>
        {call.status}
        {call.error !== null && ` ${call.error}`}
      </Badge>{' '}
      <span className="hint">{Took(call)}</span>
    </p>
    <p>
      <code>
        {call.method} {call.path}
      </code>
    </p>
    <p>
      <Caller studioId={studioId} call={call} /> <span className="call-reason">{reasonOf(call)}</span>
    </p>
  </li>
);

const Gap = (): ReactElement => (
  <li className="call hint">
    <Trans>The connection was interrupted. Calls may be missing here.</Trans>
  </li>
);

/** Renders a line. Lines never change. */
export const CallRow = memo(({ studioId, line }: { readonly studioId: string; readonly line: CallLine }) =>
  line.kind === 'gap' ? <Gap /> : <Call studioId={studioId} call={line.call} />,
);
CallRow.displayName = 'CallRow';
