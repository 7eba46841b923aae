// The port of the file that stores the answers to calls with idempotency keys while the service is stopped.
import type { KeptAnswer } from '../../domain/kept-answer.js';

/** Stores answers from a clean stop until the next start. */
export interface KeptAnswersFile {
  /** Returns the stored answers; none if there are none or the file isn't valid, which is logged. Never rejects. */
  readonly load: () => Promise<readonly KeptAnswer[]>;
  /** Replaces the stored answers. A failure is logged. Never rejects. */
  readonly save: (answers: readonly KeptAnswer[]) => Promise<void>;
}
