// The pending commands of a connection: at most one for each record, the newest.
import * as E from 'fp-ts/lib/Either.js';
import { shortened } from '../../../application/connections/connection-log.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { CommandResult, SentCommand } from '../../../application/ports/commands.js';
import { failure, superseded } from '../../../domain/failure.js';

const done: CommandResult = E.right(undefined);

/** A command that was sent, and is neither confirmed nor failed. `device` is the device's name in messages. */
export class PendingCommand<Command> {
  readonly #accepted = Promise.withResolvers<CommandResult>();
  readonly #confirmed = Promise.withResolvers<CommandResult>();
  #isAccepted = false;
  #isOver = false;
  #shown: string | undefined;

  constructor(
    private readonly device: string,
    readonly command: Command,
    private readonly end: () => void,
  ) {}

  get sent(): SentCommand {
    return {
      accepted: this.#accepted.promise,
      confirmed: this.#confirmed.promise,
      failureAtTimeout: () =>
        this.#shown === undefined
          ? undefined
          : failure('device_error', `${this.device} accepted the command, but ${shortened(this.#shown)}`),
    };
  }

  get isAccepted(): boolean {
    return this.#isAccepted;
  }

  /** Whether it is confirmed, failed or superseded. */
  isOver(): boolean {
    return this.#isOver;
  }

  /** The device replied that it executes the command. */
  accept(): void {
    this.#isAccepted = true;
    this.#accepted.resolve(done);
  }

  /** The device's state shows the command. */
  confirm(): void {
    this.accept();
    this.#finish(done);
  }

  /** The device's state shows something else, though it accepted the command. Undefined if it shows nothing any more. */
  observe(shown: string | undefined): void {
    this.#shown = shown;
  }

  /** The device refused the command, or it is unknown whether it executed it. */
  fail(message: string): void {
    const failed: CommandResult = E.left(failure('device_error', `${this.device}: ${shortened(message)}`));
    this.#accepted.resolve(failed);
    this.#finish(failed);
  }

  /** A later command for the same record replaced this one. */
  supersede(): void {
    const message = `${this.device}: another command replaced it before it was confirmed`;
    const failed: CommandResult = E.left(superseded(message));
    this.#accepted.resolve(failed);
    this.#finish(failed);
  }

  #finish(result: CommandResult): void {
    this.#isOver = true;
    this.#confirmed.resolve(result);
    this.end();
  }
}

/** The longest timeout of a call, in milliseconds: no caller waits for a command that is older. */
const longestTimeoutMs = 30_000;

/** The pending commands, by the id of their record. With a clock, one that isn't confirmed ends with the longest timeout. */
export class PendingCommands<Command> {
  readonly #byRecord = new Map<string, PendingCommand<Command>>();

  constructor(private readonly clock?: Pick<Clock, 'after'>) {}

  get isEmpty(): boolean {
    return this.#byRecord.size === 0;
  }

  /** Adds a command. It supersedes the one that is pending for the record. */
  add(record: string, device: string, command: Command): PendingCommand<Command> {
    this.#byRecord.get(record)?.supersede();
    const pending = new PendingCommand<Command>(device, command, () => {
      cancelTimer?.();
      if (this.#byRecord.get(record) === pending) this.#byRecord.delete(record);
    });
    const cancelTimer = this.clock?.after(longestTimeoutMs, () => {
      pending.fail(`its state did not show the command within ${String(longestTimeoutMs / 1_000)} s`);
    });
    this.#byRecord.set(record, pending);
    return pending;
  }

  /** Returns the pending command of a record; undefined if there is none. */
  of(record: string): PendingCommand<Command> | undefined {
    return this.#byRecord.get(record);
  }

  /** Fails all commands of some records, by default of all. */
  fail(message: string, records: readonly string[] = [...this.#byRecord.keys()]): void {
    for (const record of records) this.#byRecord.get(record)?.fail(message);
  }
}

/** What the caller gets if a command is lost with its connection. */
export const connectionLost =
  'the connection was lost after the command was sent; it is unknown whether it was executed';

/** What the caller gets if the studio file changes the record of a command. */
export const studioFileChanged =
  'the studio file was changed after the command was sent; it is unknown whether it was executed';
