// The answer of a device's last call in words.
import type { CallAnswer } from '../api/contract.js';

/** Returns an answer, such as `403 read_only`; an empty text if it isn't known. */
export const answerText = (answer: CallAnswer | null): string =>
  answer === null ? '' : [answer.status, answer.error].filter((part) => part !== null).join(' ');
