// What an operator looks for in a list of devices: tokens that don't work, and devices that don't call.
import { t } from '@lingui/core/macro';
import type { DeviceOverview } from '../api/contract.js';
import { isFailure, isRefusal } from '../api/rules.js';

/** Labels of the marks, in the order of the filters. */
export const markNames = {
  expired: t`Expired`,
  expires_soon: t`Expires soon`,
  replaced: t`Being replaced`,
  never_used: t`Never used`,
  not_used_for_30_days: t`Not used for 30 days`,
  last_call_refused: t`Last call refused`,
  last_call_failed: t`Last call failed`,
  revoked: t`Revoked`,
} as const;

/** A property of a device by which the list is filtered. */
export type Mark = keyof typeof markNames;

/** All marks, in the order of the filters. */
export const allMarks = Object.keys(markNames) as readonly Mark[];

const lastAnswerOf = ({ lastCall }: DeviceOverview) => lastCall?.answer ?? { status: 0, error: null };

const tests: Readonly<Record<Mark, (device: DeviceOverview) => boolean>> = {
  expired: ({ tokenState }) => tokenState === 'expired',
  expires_soon: ({ tokenState }) => tokenState === 'expires_soon',
  replaced: ({ oldToken }) => oldToken?.state === 'active',
  never_used: ({ tokenState, usage }) => tokenState !== 'revoked' && usage === 'never_used',
  not_used_for_30_days: ({ tokenState, usage }) => tokenState !== 'revoked' && usage === 'not_used_for_30_days',
  last_call_refused: (device) => isRefusal(lastAnswerOf(device)),
  last_call_failed: (device) => isFailure(lastAnswerOf(device)) && !isRefusal(lastAnswerOf(device)),
  revoked: ({ tokenState }) => tokenState === 'revoked',
};

/** Returns the marks of a device. */
export const marksOf = (device: DeviceOverview): readonly Mark[] => allMarks.filter((mark) => tests[mark](device));
