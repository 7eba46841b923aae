// Reads something that changes, such as a file that an editor writes, once it has settled.
import type { Clock } from '../../application/ports/clock.js';

/** How long content must stay the same before it counts as settled, in milliseconds. */
export const settleMs = 300;

/** How often missing content is looked for before it counts as gone. An editor may remove a file before it writes it again. */
const missingAttempts = 10;

/** Reads content. */
export interface ContentReader<A> {
  /** Never rejects. */
  readonly read: () => Promise<A>;
  /** Returns a text that differs when the content does. */
  readonly keyOf: (content: A) => string;
  /** Whether the content is missing. */
  readonly isMissing: (content: A) => boolean;
}

/** Passes on content that has settled. `isForced` is true for content that was demanded. */
export type OnSettled<A> = (content: A, isForced: boolean) => void;

/** What the last read of a cycle has found. */
interface LastRead {
  readonly key: string | undefined;
  /** How many reads in a row have found nothing. */
  readonly missing: number;
}

/** Follows content that changes. Two reads that agree, `settleMs` apart, settle it. */
export class SettledContent<A> {
  #deliveredKey: string | undefined;
  #isForced = false;
  #isReading = false;
  /** Whether a check was asked for after the last read had begun. */
  #isOutdated = false;
  #isStopped = false;
  #cancelTimer = (): void => undefined;

  constructor(
    private readonly reader: ContentReader<A>,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly onSettled: OnSettled<A>,
  ) {}

  /** Reads the content. It is passed on once it has settled, if it differs from what was passed on last. */
  check(): void {
    this.#isOutdated = this.#isReading;
    if (this.#isReading || this.#isStopped) return;
    this.#isReading = true;
    void this.#read({ key: undefined, missing: 0 });
  }

  /** Reads the content, and passes it on in any case. */
  demand(): void {
    this.#isForced = true;
    this.check();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
  }

  async #read(last: LastRead): Promise<void> {
    this.#isOutdated = false;
    const content = await this.reader.read();
    if (this.#isStopped) return;
    const key = this.reader.keyOf(content);
    const missing = this.reader.isMissing(content) ? last.missing + 1 : 0;
    const isSettled = key === last.key && (missing === 0 || missing > missingAttempts);
    if (isSettled) this.#end(content, key);
    else this.#cancelTimer = this.clock.after(settleMs, () => void this.#read({ key, missing }));
  }

  #end(content: A, key: string): void {
    this.#isReading = false;
    if (key !== this.#deliveredKey || this.#isForced) this.#passOn(content, key);
    if (this.#isOutdated) this.check();
  }

  #passOn(content: A, key: string): void {
    const isForced = this.#isForced;
    this.#isForced = false;
    this.#deliveredKey = key;
    this.onSettled(content, isForced);
  }
}
