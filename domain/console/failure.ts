// Failures of the console's management API.
import { failure, type Failure } from '../failure.js';

/** A failure of the console. `changed_meanwhile`: the settings have changed since the caller read them. */
export type ConsoleFailure = Failure | { readonly code: 'changed_meanwhile'; readonly message: string };

/** Another operator changed the settings first (CONSOLE-17). */
export const changedMeanwhile: ConsoleFailure = {
  code: 'changed_meanwhile',
  message: 'these settings have been changed in the meantime: reload them and try again',
};

/** Every version was used: the studio has to be added again (CONFIG-9). */
export const versionsUsedUp: Failure = failure(
  'conflict',
  'all versions of this studio are used up: remove the studio and add it again',
);

/** Nobody is signed in. */
export const notSignedIn: Failure = failure('unauthorized', 'an operator must be signed in');

/** The operator's role isn't sufficient (CONSOLE-16). `where` names the studios, such as `in this studio`. */
export const roleRequired = (role: string, where: string): Failure =>
  failure('forbidden', `this requires the role ${role} ${where}`);

/** A program with an API token called what only people may (API-TOKEN-2). */
export const personRequired: Failure = failure(
  'forbidden',
  'an API token may not do this: operators, sessions, API tokens and webhooks are managed by people who are signed in',
);

/** There is no such studio, or the operator may not see it (OPERATOR-2). */
export const studioNotFound = (id: string): Failure => failure('not_found', `there is no studio "${id}"`);
