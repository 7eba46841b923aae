// All invariants. They import nothing of the product: a shared mistake would hide itself.
import type { Invariant } from '../evidence.js';
import { onlyWhoMay } from './access.js';
import { noUnhandledError, safeStatuses } from './answers.js';
import { configurationSurvives } from './durable.js';
import { followersKnowTheState } from './followers.js';
import { linearizable } from './histories.js';
import { keysActOnce, repetitionsGetTheFirstAnswer } from './keys.js';
import { asRunIsComplete, changesAreAudited } from './logs.js';
import { stepsInOrder, stoppedMacrosAreSilent } from './macros.js';
import { consoleAndServiceAgree, nothingHangs } from './recovered.js';
import { lastCallsShown, refusedCallersCounted } from './reports.js';
import { noFalseSuccess, oneCommandEach } from './success.js';

/** The invariants by name. */
export const invariants: readonly { readonly name: string; readonly check: Invariant }[] = [
  { name: 'only who may get in does, and everyone who may', check: onlyWhoMay },
  { name: 'no false success', check: noFalseSuccess },
  { name: 'each action sends at most one command', check: oneCommandEach },
  { name: 'no status makes a panel repeat what may have been sent', check: safeStatuses },
  { name: 'no error is left unhandled', check: noUnhandledError },
  { name: 'histories are linearizable', check: linearizable },
  { name: 'a configuration in force survives', check: configurationSurvives },
  { name: 'the console shows last calls', check: lastCallsShown },
  { name: 'the console counts refused callers', check: refusedCallersCounted },
  { name: 'the state folded from events is the state', check: followersKnowTheState },
  { name: 'service and console agree', check: consoleAndServiceAgree },
  { name: 'a key acts once', check: keysActOnce },
  { name: 'a repetition with a key gets the first answer', check: repetitionsGetTheFirstAnswer },
  { name: 'the as-run log is complete', check: asRunIsComplete },
  { name: 'the audit log contains each change', check: changesAreAudited },
  { name: 'a macro sends its steps in order', check: stepsInOrder },
  { name: 'a stopped macro sends nothing', check: stoppedMacrosAreSilent },
  { name: 'everything works again', check: nothingHangs },
];
