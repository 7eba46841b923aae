// The tokens of a device, and whether they are valid at a moment.
import type { TokenHash } from '../access/token.js';
import { dayMs } from '../time-units.js';
import type { Device, Devices } from './device.js';

/** Whether a token admits its device. */
export type TokenState = 'active' | 'revoked' | 'expired';

/** A token of a device on the list, at a moment. */
export interface KnownToken {
  readonly device: Device;
  readonly state: TokenState;
  /** Whether it has been replaced. */
  readonly isOld: boolean;
}

/** A token of a device. */
interface DeviceToken {
  readonly tokenHash: TokenHash;
  readonly isRevoked: boolean;
  /** Milliseconds since 1970 UTC; `Infinity` for never. */
  readonly endsAt: number;
  readonly isOld: boolean;
}

const endOf = (expiresAt: string | null): number => (expiresAt === null ? Infinity : Date.parse(expiresAt));

const presentToken = ({ tokenHash, state, expiresAt }: Device): DeviceToken => ({
  tokenHash,
  isRevoked: state === 'revoked',
  endsAt: endOf(expiresAt),
  isOld: false,
});

const oldTokens = ({ state, oldToken }: Device): readonly DeviceToken[] =>
  oldToken === null
    ? []
    : [
        {
          tokenHash: oldToken.tokenHash,
          isRevoked: state === 'revoked' || oldToken.state === 'revoked',
          endsAt: endOf(oldToken.endsAt),
          isOld: true,
        },
      ];

const tokensOf = (device: Device): readonly DeviceToken[] => [presentToken(device), ...oldTokens(device)];

const stateAt = ({ isRevoked, endsAt }: DeviceToken, now: number): TokenState => {
  if (isRevoked) return 'revoked';
  return endsAt <= now ? 'expired' : 'active';
};

/** Returns the hashes of all tokens of a device. */
export const tokenHashesOf = (device: Device): readonly TokenHash[] =>
  tokensOf(device).map(({ tokenHash }) => tokenHash);

/** Returns the present token and the old one of each device, by hash, as they are at `now` (milliseconds since 1970 UTC). */
export const knownTokens = (devices: Devices, now: number): ReadonlyMap<TokenHash, KnownToken> =>
  new Map(
    devices.flatMap((device) =>
      tokensOf(device).map(
        (token) => [token.tokenHash, { device, state: stateAt(token, now), isOld: token.isOld }] as const,
      ),
    ),
  );

/** Returns when the next token expires that is active at `now`, in milliseconds since 1970 UTC; `Infinity` for never. */
export const nextExpiry = (devices: Devices, now: number): number => {
  let next = Infinity;
  for (const token of devices.flatMap(tokensOf))
    if (stateAt(token, now) === 'active') next = Math.min(next, token.endsAt);
  return next;
};

/** Returns the state of a device's present token at `now`. */
export const tokenStateOf = (device: Device, now: number): TokenState => stateAt(presentToken(device), now);

/** Returns the state of a device's old token at `now`; null if it has none. */
export const oldTokenStateOf = (device: Device, now: number): TokenState | null => {
  const [token] = oldTokens(device);
  return token === undefined ? null : stateAt(token, now);
};

/** How many days before its expiry a token counts as expiring soon (TOKEN-15). */
export const warningDays = 7;

/**
 * Returns the days until the present token of a device expires, rounded up, if it is active and these are at most 7;
 * 0 if it has expired; else undefined.
 */
export const daysToExpiry = (device: Device, now: number): number | undefined => {
  const state = tokenStateOf(device, now);
  if (state !== 'active') return state === 'expired' ? 0 : undefined;
  const days = Math.ceil((endOf(device.expiresAt) - now) / dayMs);
  return days > warningDays ? undefined : days;
};

/** Whether a device uses its token. */
export type TokenUsage = 'in_use' | 'not_used_for_30_days' | 'never_used';

const unusedMs = 30 * dayMs;

/** Returns the usage of a device whose last call was at `lastCall`; all times in milliseconds since 1970 UTC (DEVICE-15). */
export const usageOf = ({ issuedAt }: Device, lastCall: number | undefined, now: number): TokenUsage => {
  if (lastCall === undefined) return 'never_used';
  const since = Math.max(lastCall, issuedAt === null ? -Infinity : Date.parse(issuedAt));
  return now - since >= unusedMs ? 'not_used_for_30_days' : 'in_use';
};
