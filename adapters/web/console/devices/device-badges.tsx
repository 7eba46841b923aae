// What an operator should know of a device at a glance: whether its token works, and whether it is used.
import type { ReactElement } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { RelativeTime } from '../ui/time.js';

const TokenBadge = ({ tokenState, expiresAt }: DeviceOverview): ReactElement => {
  if (tokenState === 'revoked') return <Badge tone="bad">Revoked</Badge>;
  if (tokenState === 'expired') return <Badge tone="bad">Expired</Badge>;
  if (tokenState === 'active' || expiresAt === null) return <Badge tone="good">Active</Badge>;
  return (
    <Badge tone="warn">
      Expires <RelativeTime time={expiresAt} />
    </Badge>
  );
};

const UsageBadge = ({ tokenState, usage }: DeviceOverview): ReactElement | null => {
  if (tokenState === 'revoked' || usage === 'in_use') return null;
  return usage === 'never_used' ? (
    <Badge tone="calm">Never used</Badge>
  ) : (
    <Badge tone="warn">Not used for 30 days</Badge>
  );
};

export const DeviceBadges = ({ device }: { readonly device: DeviceOverview }): ReactElement => (
  <>
    <TokenBadge {...device} />
    <UsageBadge {...device} />
  </>
);
