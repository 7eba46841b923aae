// Finds out of a studio's calls whether a new token is in use, and what may be wrong if it isn't.
import type { CallLine } from '../activity/calls.js';
import type { DeviceOverview, ObservedCallItem } from '../api/contract.js';

/** What has been seen since the token was shown. */
export interface CallsOfToken {
  /** The first call with the token. */
  readonly first: ObservedCallItem | undefined;
  /** The last call with the token, if there were several. */
  readonly last: ObservedCallItem | undefined;
  /** The last call that may have been meant to be the device's: without a valid token, or from the studio's host itself. */
  readonly stray: ObservedCallItem | undefined;
}

/** The steps that decide calls which may have been meant to carry the token. */
const straySteps = ['no_token', 'unknown_token', 'host', 'listed_address', 'whole_lan'];

const isWithToken =
  (deviceId: string) =>
  ({ decidedBy }: ObservedCallItem): boolean =>
    decidedBy?.device?.id === deviceId && decidedBy.oldToken !== true;

/** Returns what the calls show of the token of a device. */
export const callsOfToken = (lines: readonly CallLine[], deviceId: string): CallsOfToken => {
  const calls = lines.flatMap((line) => (line.kind === 'call' ? [line.call] : []));
  const own = calls.filter(isWithToken(deviceId));
  return {
    first: own[0],
    last: own.length > 1 ? own.at(-1) : undefined,
    stray: calls.findLast(({ decidedBy }) => straySteps.includes(decidedBy?.step ?? '')),
  };
};

/**
 * Returns the reported last call of a device if it is newer than at the beginning. Services that can't send their calls
 * report it. A call with the old token doesn't count.
 */
export const newLastCall = (
  before: Pick<DeviceOverview, 'lastCall'>,
  now: Pick<DeviceOverview, 'lastCall' | 'oldToken'> | undefined,
): DeviceOverview['lastCall'] => {
  const lastCall = now?.lastCall ?? null;
  if (lastCall === null || lastCall.time === before.lastCall?.time) return null;
  return lastCall.time === now?.oldToken?.lastCall?.time ? null : lastCall;
};
