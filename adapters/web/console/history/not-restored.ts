// What a restoration leaves out, in an operator's words.
import { t } from '@lingui/core/macro';
import { isRestorable } from '../api/rules.js';

/** A setting is left out only because a token was removed from its recorded value. */
const containedToken = (subject: string): boolean => isRestorable({ subject, redacted: false });

/** Returns a sentence about the paths that are not restored. */
export const notRestoredText = (subjects: readonly string[]): string =>
  subjects.some(containedToken)
    ? t`Tokens, devices that were added, revoked or removed, and values that contained a token are not restored.`
    : t`Tokens, and devices that were added, revoked or removed, are not restored.`;
