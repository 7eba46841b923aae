// What an operator should know of a device at a glance: whether its token works, and whether it is used.
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactElement } from 'react';
import type { CallAnswer, DeviceOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { RelativeTime } from '../ui/time.js';
import { statusTone } from '../ui/tone.js';
import { refusalText } from './answer.js';

/** Renders whether the token of a device works. */
export const TokenBadge = ({ tokenState, expiresAt }: DeviceOverview): ReactElement => {
  if (tokenState === 'revoked')
    return (
      <Badge tone="bad">
        <Trans>Revoked</Trans>
      </Badge>
    );
  if (tokenState === 'expired')
    return (
      <Badge tone="bad">
        <Trans>Expired</Trans>
      </Badge>
    );
  if (tokenState === 'active' || expiresAt === null)
    return (
      <Badge tone="good">
        <Trans>Active</Trans>
      </Badge>
    );
  return (
    <Badge tone="warn">
      <Trans>
        Expires <RelativeTime time={expiresAt} />
      </Trans>
    </Badge>
  );
};

/** Renders whether a device uses its token; nothing if it does, or if it is revoked. */
export const UsageBadge = ({ tokenState, usage }: DeviceOverview): ReactElement | null => {
  if (tokenState === 'revoked' || usage === 'in_use') return null;
  return usage === 'never_used' ? (
    <Badge tone="calm">
      <Trans>Never used</Trans>
    </Badge>
  ) : (
    <Badge tone="warn">
      <Trans>Not used for 30 days</Trans>
    </Badge>
  );
};

/** Renders an error code, which may break after each underscore. */
const ErrorCode = ({ code }: { readonly code: string }): ReactElement => (
  <span className="hint">
    {code.split(/(?<=_)/).map((word, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {word}
      </Fragment>
    ))}
  </span>
);

const Reason = (answer: CallAnswer): ReactElement | null => {
  const refusal = refusalText(answer);
  if (refusal !== undefined) return <span className="hint">{refusal}</span>;
  return answer.error === null ? null : <ErrorCode code={answer.error} />;
};

/** Renders how the last call of a device was answered, and why it was refused. The reason has a line of its own: it may be long. */
export const AnswerBadge = (answer: CallAnswer): ReactElement => (
  <>
    <Badge tone={statusTone(answer.status)}>{answer.status}</Badge> <Reason {...answer} />
  </>
);
