// Keeps the file with what waits up to date, in the background (WEBHOOK-7).
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { OutboxChange, OutboxContent, OutboxFile } from '../ports/webhooks.js';
import { within } from '../state/within.js';
import { writeBehind, type FileAlarm, type WriteBehind } from '../state/write-behind.js';

export interface OutboxDeps {
  readonly file: OutboxFile;
  /** The clock of the machine, for the disk. */
  readonly machine: Clock;
  readonly log: Log;
  readonly alarm: FileAlarm;
  /** Returns everything that waits now. */
  readonly content: () => OutboxContent;
}

/** How long changes that the end of the process would not lose may be lost by a power cut, in milliseconds. */
const unsyncedMs = 1_000;

/** The most changes that wait for the disk. With more, everything is stored anew. */
const maxPending = 20_000;

/** A file is replaced when it is larger than this, in octets, and twice as large as after its last replacement. */
const smallFile = 16 * 1_048_576;

const lastWriteMs = 500;

/** Stores changes. It writes nothing before the first one. */
export class Outbox {
  #pending: OutboxChange[] = [];
  /** Also at first, because what an earlier run has left may end in the middle of a line. */
  #isReplaceDue = true;
  #isSyncDue = false;
  #replacedSize = 0;
  #isFailing = false;
  #cancelSync: (() => void) | undefined;
  readonly #writer: WriteBehind;

  constructor(private readonly deps: OutboxDeps) {
    const { machine: clock, alarm, log } = deps;
    this.#writer = writeBehind({
      save: () => this.#save(),
      clock,
      alarm,
      onFailure: (error, isFirst) => {
        // A full disk is not written to with each message, but with the next retry.
        this.#isFailing = true;
        if (isFirst) log.error('messages for webhooks could not be written to disk; they are stored later', { error });
      },
      onRecovery: () => {
        this.#isFailing = false;
        log.info('messages for webhooks are written to disk again');
      },
    });
  }

  /** Accepts a change at once. */
  note(change: OutboxChange): void {
    this.#pending.push(change);
    if (this.#pending.length > maxPending) this.rewrite();
    else if (this.#isFailing) this.#writer.schedule(0);
    else void this.#writer.write();
  }

  /** Stores everything anew. */
  rewrite(): void {
    this.#pending = [];
    this.#isReplaceDue = true;
    if (this.#isFailing) this.#writer.schedule(0);
    else void this.#writer.write();
  }

  /** Resolves when the last write has ended. */
  settled(): Promise<unknown> {
    return this.#writer.settled();
  }

  /** Resolves when everything is stored, or after half a second. */
  async close(): Promise<void> {
    this.#writer.stop();
    this.#cancelSync?.();
    const { file } = this.deps;
    const closed = this.settled()
      .then(() => file.sync())
      .catch(() => undefined)
      .then(() => file.close())
      .catch(() => undefined);
    await within(this.deps.machine, lastWriteMs, closed);
  }

  async #save(): Promise<void> {
    const { file } = this.deps;
    const isTooLarge = file.size() > Math.max(smallFile, 2 * this.#replacedSize);
    try {
      await (this.#isReplaceDue || isTooLarge ? this.#replace() : this.#append());
    } catch (error) {
      // What was written is unknown.
      this.#isReplaceDue = true;
      throw error;
    }
  }

  async #replace(): Promise<void> {
    const { file, content } = this.deps;
    this.#isReplaceDue = false;
    this.#pending = [];
    await file.replace(content());
    this.#replacedSize = file.size();
  }

  async #append(): Promise<void> {
    const { file } = this.deps;
    const taken = this.#pending;
    this.#pending = [];
    if (taken.length > 0) await file.append(taken);
    if (this.#isSyncDue) await file.sync();
    this.#isSyncDue = false;
    if (taken.length > 0) this.#syncSoon();
  }

  #syncSoon(): void {
    this.#cancelSync ??= this.deps.machine.after(unsyncedMs, () => {
      this.#cancelSync = undefined;
      this.#isSyncDue = true;
      void this.#writer.write();
    });
  }
}
