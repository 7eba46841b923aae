// What an operator looks for in a list of devices: tokens that don't work, and devices that don't call.
import type { DeviceOverview } from '../api/contract.js';

/** Labels of the marks, in the order of the filters. */
export const markNames = {
  expired: 'Expired',
  expires_soon: 'Expires soon',
  replaced: 'Being replaced',
  never_used: 'Never used',
  not_used_for_30_days: 'Not used for 30 days',
  revoked: 'Revoked',
} as const;

/** A property of a device by which the list is filtered. */
export type Mark = keyof typeof markNames;

/** All marks, in the order of the filters. */
export const allMarks = Object.keys(markNames) as readonly Mark[];

const tests: Readonly<Record<Mark, (device: DeviceOverview) => boolean>> = {
  expired: ({ tokenState }) => tokenState === 'expired',
  expires_soon: ({ tokenState }) => tokenState === 'expires_soon',
  replaced: ({ oldToken }) => oldToken?.state === 'active',
  never_used: ({ tokenState, usage }) => tokenState !== 'revoked' && usage === 'never_used',
  not_used_for_30_days: ({ tokenState, usage }) => tokenState !== 'revoked' && usage === 'not_used_for_30_days',
  revoked: ({ tokenState }) => tokenState === 'revoked',
};

/** Returns the marks of a device. */
export const marksOf = (device: DeviceOverview): readonly Mark[] => allMarks.filter((mark) => tests[mark](device));
