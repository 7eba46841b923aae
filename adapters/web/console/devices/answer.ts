// The answer of a device's last call in words.
import { t } from '@lingui/core/macro';
import type { CallAnswer } from '../api/contract.js';
import { isRefusal } from '../api/rules.js';

/** Returns an answer, such as `403 read_only`; an empty text if it isn't known. */
export const answerText = (answer: CallAnswer | null): string =>
  answer === null ? '' : [answer.status, answer.error].filter((part) => part !== null).join(' ');

/** Why a call of a device was refused, by the error code. */
const refusals: Readonly<Record<string, string>> = {
  station_mismatch: t`Refused: another station holds the studio`,
  read_only: t`Refused: the device is read-only`,
  forbidden: t`Refused: the device is limited to something else`,
  feature_disabled: t`Refused: the feature is switched off`,
};

/** Returns why a call was refused, in words; undefined if it wasn't. A newer service may have other reasons. */
export const refusalText = ({ status, error }: CallAnswer): string | undefined => {
  if (error === null || !isRefusal({ status, error })) return undefined;
  return Object.hasOwn(refusals, error) ? refusals[error] : t`Refused: ${error}`;
};
