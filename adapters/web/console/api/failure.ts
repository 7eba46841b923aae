// Errors of requests to the console.
import { t } from '@lingui/core/macro';
import type { Issue } from './rules.js';

/** What a refusal says besides its code and its message. */
export interface RefusalDetails {
  /** What is wrong with the fields that were sent. */
  readonly issues?: readonly Issue[];
  /** What is missing of the second factor: a code of the sign-in, or the set-up. */
  readonly secondFactor?: 'code' | 'enrolment';
  /** Why the session has ended, which the message explains. */
  readonly sessionEnded?: 'idle' | 'expired';
}

/** The console refused the request. The message is the console's and names what was wrong. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: RefusalDetails = {},
  ) {
    super(message);
  }
}

/** No reply: the console or the network is down. */
export class ConsoleUnreachable extends Error {
  constructor() {
    super(t`No connection to the console. Nothing was changed, and your input is kept.`);
  }
}

/** The console did not reply in time. The change may have been made. */
export class RequestTimedOut extends Error {
  constructor() {
    super(
      t`The console took too long to respond. When it responds again, this page shows whether the change was saved.`,
    );
  }
}

/** Whether another operator changed the resource first. Nothing was changed then. */
export const isEditConflict = (error: unknown): boolean => error instanceof RequestRefused && error.status === 412;

/** Whether the session is missing or has ended. */
export const isUnauthorized = (error: unknown): boolean => error instanceof RequestRefused && error.status === 401;

/** Whether the password is right, and a code of the second factor has to follow. */
export const needsCode = (error: unknown): boolean =>
  error instanceof RequestRefused && error.details.secondFactor === 'code';

/** Whether the resource does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof RequestRefused && error.status === 404;

/** Returns the text with a capital first letter. A quoted name at its beginning stays as it is. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const sentence = (text: string): string => capitalized(/[.!?]$/.test(text) ? text : `${text}.`);

/** Returns the error as a sentence for the operator. */
export const explain = (error: unknown): string =>
  error instanceof Error ? sentence(error.message) : t`Something went wrong.`;
