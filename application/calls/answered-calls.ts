// Reports every answered call with its action and with the step that decided it, in this process.
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';
import type { AnsweredAction } from './call-log.js';
import type { CallDetails } from './call-observer.js';
import type { TimedCall } from './request-log.js';

/** An answered call, as it is reported. */
export interface ReportedCall extends TimedCall {
  /** The action of a control call; undefined for reads and for calls that no operation answered. */
  readonly action: AnsweredAction | undefined;
  /** Undefined for calls that were answered before their caller was resolved. */
  readonly details: CallDetails | undefined;
}

/** Reports answered calls. */
export interface AnsweredCalls {
  readonly notify: (call: ReportedCall) => void;
  readonly watch: Watch<ReportedCall>;
}

/** Returns calls that nobody watches yet. */
export const answeredCalls = (): AnsweredCalls => changeNotifier<ReportedCall>();
