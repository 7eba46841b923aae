// What the console's management API refuses, beside what every API here does.
import { failure, type Failure, type FailureCode } from '../failure.js';

/** A refusal or fault of the console. `changed_meanwhile`: what was to be changed isn't any more what the caller has seen. */
export interface ConsoleFailure {
  readonly code: FailureCode | 'changed_meanwhile';
  readonly message: string;
}

/** That somebody else was faster. */
export const changedMeanwhile: ConsoleFailure = {
  code: 'changed_meanwhile',
  message: 'these settings were changed meanwhile: read them again and decide anew',
};

/** That a role isn't enough. */
export const roleNeeded = (role: string): Failure => failure('forbidden', `this takes the role ${role}`);
