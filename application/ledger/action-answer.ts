// The answer to an action.
import type { CallResponse } from '../commands/acknowledgement.js';

/** The answer to an action. */
export interface ActionAnswer {
  /** The id of the action; absent for reads. */
  readonly action?: string;
  readonly response: CallResponse;
  /** Whether a device may have received the action, or the service has changed its own state. */
  readonly isSent: boolean;
}
