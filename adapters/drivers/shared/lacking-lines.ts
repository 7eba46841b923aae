// Lines that aren't connected though their equipment is: the log shows why, once for each reason.
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';

/** The lines of a connection that lack something. */
export class LackingLines {
  readonly #logged = new Map<string, string>();

  constructor(private readonly deps: Pick<ConnectionDeps, 'id' | 'log'>) {}

  /** Notes why a line isn't connected; undefined if it is. */
  note(signal: string, reason: string | undefined): void {
    if (reason === undefined) this.#logged.delete(signal);
    if (reason === undefined || this.#logged.get(signal) === reason) return;
    this.#logged.set(signal, reason);
    this.deps.log.warn('a signal is not connected', { connection: this.deps.id, signal, reason });
  }
}
