// Finds out whether the connection for commands hangs while OSC still arrives: its packets are lost, or the server has
// stopped reading commands. OSC is no evidence, because it takes another way.
import { versionLine } from './commands.js';
import type { Connection } from './connection.js';

/**
 * How long a reply is awaited before the server is asked for another one, in milliseconds. A server may take seconds to
 * open a file, and never replies to some requests. It replies to the question in any case.
 */
const askAfterMs = 5_000;

/** How long a reply is awaited before the connection counts as hanging, in milliseconds. Longer than any call waits. */
const hangingAfterMs = 35_000;

/** The check of one connection. Asks only while a reply is awaited, so a player at rest is sent nothing. */
export class HangCheck {
  #isAsking = false;

  constructor(private readonly connection: Connection) {}

  /** Returns whether the connection hangs. Asks the server for a reply when one has been awaited for a while. */
  isHanging(): boolean {
    const { waitedMs } = this.connection;
    if (waitedMs > askAfterMs && !this.#isAsking) this.#ask();
    return waitedMs > hangingAfterMs;
  }

  /** The question ends with a reply, or with the connection. */
  #ask(): void {
    this.#isAsking = true;
    this.connection.request(versionLine, () => {
      this.#isAsking = false;
    });
  }
}
