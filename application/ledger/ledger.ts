// The ledger: what the service remembers of actions so that repetitions send nothing, also after a crash. It is one file.
import type { Clock } from '../ports/clock.js';
import type { LedgerFile } from '../ports/ledger-file.js';
import type { Log } from '../ports/log.js';
import { interruptedCalls, type InterruptedCalls } from './interrupted-calls.js';
import { journal, type Journal } from './journal.js';
import { unexpired } from './kept-answers.js';
import { keyedCalls, keyLifetimeMs, type Digest, type KeyedCalls } from './keyed-calls.js';

/** The parts of the ledger. */
export interface Ledger {
  readonly journal: Journal;
  readonly interrupted: InterruptedCalls;
  readonly keyedCalls: KeyedCalls;
}

export interface LedgerDeps {
  readonly file: LedgerFile;
  /** The clock of the studio. */
  readonly clock: Clock;
  /** The clock of the machine, for the disk. */
  readonly machine: Clock;
  readonly log: Log;
  readonly digestOf: Digest;
}

/** Loads the ledger. Never rejects. */
export const openLedger = async ({ file, clock, machine, log, digestOf }: LedgerDeps): Promise<Ledger> => {
  const { entries, answers } = await file.load();
  const interrupted = interruptedCalls(entries, clock);
  const written: Journal = journal({
    file,
    clock: machine,
    log,
    kept: () => ({ entries: interrupted.unexpired(), answers: keyed.answers() }),
  });
  const stored = unexpired(answers, { clock, log, lifetimeMs: keyLifetimeMs });
  const keyed = keyedCalls({ clock, digestOf, stored, keep: written.keep });
  return { journal: written, interrupted, keyedCalls: keyed };
};
