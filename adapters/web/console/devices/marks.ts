// What an operator looks for in a list of devices: tokens that don't work, and devices that don't call.
import type { DeviceOverview } from '../api/contract.js';

/** Labels of the marks, in the order of the filters. */
export const markNames = {
  expired: 'Expired',
  expires_soon: 'Expires soon',
  replaced: 'Being replaced',
  never_used: 'Never used',
  not_used_for_30_days: 'Not used for 30 days',
  last_call_refused: 'Last call refused',
  last_call_failed: 'Last call failed',
  revoked: 'Revoked',
} as const;

/** A property of a device by which the list is filtered. */
export type Mark = keyof typeof markNames;

/** All marks, in the order of the filters. */
export const allMarks = Object.keys(markNames) as readonly Mark[];

const forbidden = 403;
const firstFailure = 400;

const tests: Readonly<Record<Mark, (device: DeviceOverview) => boolean>> = {
  expired: ({ tokenState }) => tokenState === 'expired',
  expires_soon: ({ tokenState }) => tokenState === 'expires_soon',
  replaced: ({ oldToken }) => oldToken?.state === 'active',
  never_used: ({ tokenState, usage }) => tokenState !== 'revoked' && usage === 'never_used',
  not_used_for_30_days: ({ tokenState, usage }) => tokenState !== 'revoked' && usage === 'not_used_for_30_days',
  last_call_refused: ({ lastCall }) => lastCall?.answer?.status === forbidden,
  last_call_failed: ({ lastCall }) => {
    const { status = 0 } = lastCall?.answer ?? {};
    return status >= firstFailure && status !== forbidden;
  },
  revoked: ({ tokenState }) => tokenState === 'revoked',
};

/** Returns the marks of a device. */
export const marksOf = (device: DeviceOverview): readonly Mark[] => allMarks.filter((mark) => tests[mark](device));
