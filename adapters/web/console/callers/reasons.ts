// Why callers were refused, in words, and what can be done for them.
import { t } from '@lingui/core/macro';
import type { DeviceOverview, RefusedCallerItem } from '../api/contract.js';
import { isFailure } from '../api/rules.js';

/** Calls of a caller that were refused for one reason. */
export type CallerReason = RefusedCallerItem['reasons'][number];

const texts: Readonly<Record<string, string>> = {
  no_token: t`No token sent.`,
  unknown_token: t`Unknown token.`,
  revoked_token: t`The token is revoked.`,
  expired_token: t`The token has expired.`,
  wrong_address: t`The token is limited to another address.`,
  legacy_refused: t`Legacy authorization refused.`,
  read_only: t`The device is read-only.`,
  operation_denied: t`The device is limited to other operations.`,
  feature_denied: t`The device is limited to other features.`,
  station_mismatch: t`Another station holds the studio, or the device is limited to another one.`,
  switch_off: t`The feature is switched off.`,
  api_off: t`The API is switched off.`,
  legacy_api_off: t`The legacy routes are closed.`,
};

/** Returns a reason in words. Newer services may have reasons without a text. */
export const reasonText = (reason: string): string =>
  Object.hasOwn(texts, reason) ? (texts[reason] ?? reason) : t`Refused: ${reason}.`;

/** Returns the reasons of a caller, newest first. Services of earlier versions report only the last one, for all calls. */
export const reasonsOf = ({ reasons, reason, count, lastTime }: RefusedCallerItem): readonly CallerReason[] =>
  reasons.length > 0 ? reasons : [{ reason, count, lastTime, device: null, forwarded: false, code: null }];

/** Returns how many calls of a caller were refused for reasons that are no longer known. */
export const callsWithoutReason = (caller: RefusedCallerItem): number =>
  reasonsOf(caller).reduce((left, { count }) => left - count, caller.count);

const isUnidentified = ({ reason }: CallerReason): boolean =>
  ['no_token', 'unknown_token', 'legacy_refused'].includes(reason);

/** Whether a caller may become a device: a call without a known token was refused. */
export const canBeAdded = (caller: RefusedCallerItem): boolean => reasonsOf(caller).some(isUnidentified);

/** Whether listing the address helps: not for the token of a known device, and not behind a proxy (ADDRESS-6). */
export const canBeListed = (caller: RefusedCallerItem): boolean =>
  reasonsOf(caller).some((reason) => isUnidentified(reason) && !reason.forwarded);

/** Whether the device of a reason was admitted after it had been refused. */
export const isAdmittedSince = (
  { device, lastTime }: CallerReason,
  devices: readonly Pick<DeviceOverview, 'id' | 'lastCall'>[],
): boolean => {
  const lastCall = devices.find(({ id }) => id === device?.id)?.lastCall ?? null;
  const answer = lastCall?.answer ?? null;
  return lastCall !== null && lastCall.time > lastTime && answer !== null && !isFailure(answer);
};

/** Returns a device that called from the address of a caller since, and whose call isn't known to have failed. */
export const calledSince = <Device extends Pick<DeviceOverview, 'lastCall'>>(
  { address, lastTime }: Pick<RefusedCallerItem, 'address' | 'lastTime'>,
  devices: readonly Device[],
): Device | undefined =>
  devices.find(
    ({ lastCall }) =>
      lastCall?.address === address &&
      lastCall.time > lastTime &&
      (lastCall.answer === null || !isFailure(lastCall.answer)),
  );

/** Returns the path of the devices of a studio, with the device that is given. */
export const devicePath = (studioId: string, device: CallerReason['device'] | undefined): string =>
  `/studios/${encodeURIComponent(studioId)}/devices${device ? `?search=${encodeURIComponent(device.name)}` : ''}`;
