// Which devices can be copied to another studio, and which can be revoked.
import type { DeviceOverview } from '../api/contract.js';
import { comparable } from '../api/rules.js';

/** Whether a device can be copied: a copy of a revoked or expired one would work again. */
export const isCopyable = ({ tokenState }: DeviceOverview): boolean =>
  tokenState !== 'revoked' && tokenState !== 'expired';

/** Returns the devices that can be revoked: those whose token is not revoked yet. */
export const revocable = (devices: readonly DeviceOverview[]): readonly DeviceOverview[] =>
  devices.filter(({ state }) => state === 'active');

/** The devices that are copied, and those that are left out, by reason. */
export interface CopySplit {
  readonly copied: readonly DeviceOverview[];
  readonly revoked: readonly DeviceOverview[];
  readonly expired: readonly DeviceOverview[];
  /** Their names are names of devices of the other studio. */
  readonly taken: readonly DeviceOverview[];
}

/** Splits devices for a copy to a studio with the devices `listed`. */
export const splitForCopy = (devices: readonly DeviceOverview[], listed: readonly DeviceOverview[]): CopySplit => {
  const names = new Set(listed.map(({ name }) => comparable(name)));
  const isTaken = ({ name }: DeviceOverview): boolean => names.has(comparable(name));
  const copyable = devices.filter(isCopyable);
  return {
    copied: copyable.filter((device) => !isTaken(device)),
    revoked: devices.filter(({ tokenState }) => tokenState === 'revoked'),
    expired: devices.filter(({ tokenState }) => tokenState === 'expired'),
    taken: copyable.filter(isTaken),
  };
};
