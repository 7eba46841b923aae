// A pending command: the two promises of its sender, and what is known of its progress.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../../application/ports/players.js';
import type { CommandResult, SentCommand } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';

const done: CommandResult = E.right(undefined);

/** How old a report may be for its player to count as responsive, in milliseconds. */
const freshMs = 500;

/** A command that was sent to one layer and isn't confirmed yet. */
export class PendingCommand {
  readonly #accepted = Promise.withResolvers<CommandResult>();
  readonly #confirmed = Promise.withResolvers<CommandResult>();
  #acceptedAtMs: number | undefined;
  #observed: { readonly state: string; readonly atMs: number } | undefined;

  /** `selection` is null for a stop; `player` is the player's name in messages. */
  constructor(
    private readonly player: string,
    readonly selection: ClipSelection | null,
    readonly sentAtMs: number,
  ) {}

  get results(): Pick<SentCommand, 'accepted' | 'confirmed'> {
    return { accepted: this.#accepted.promise, confirmed: this.#confirmed.promise };
  }

  /** When the command was accepted, or sent if it isn't accepted yet, in milliseconds since 1970 UTC. */
  get lastProgressAtMs(): number {
    return this.#acceptedAtMs ?? this.sentAtMs;
  }

  accept(nowMs: number): void {
    this.#acceptedAtMs ??= nowMs;
    this.#accepted.resolve(done);
  }

  /** The player's state shows the command, so the command was accepted too. */
  confirm(): void {
    this.#accepted.resolve(done);
    this.#confirmed.resolve(done);
  }

  /** A later command replaced this one before it was confirmed. */
  supersede(): void {
    this.#accepted.resolve(done);
    this.#confirmed.resolve(this.#failed('another command replaced it before it was confirmed'));
  }

  /** The command failed, or its outcome is unknown. */
  fail(message: string): void {
    this.#accepted.resolve(this.#failed(message));
    this.#confirmed.resolve(this.#failed(message));
  }

  /** Records that the player's state shows something else. */
  observe(state: string, atMs: number): void {
    this.#observed = { state, atMs };
  }

  /** Returns why the command isn't confirmed, if the player accepted it, is responsive, and shows something else. */
  failureAtTimeout(nowMs: number): Failure | undefined {
    if (this.#acceptedAtMs === undefined || this.#observed === undefined) return undefined;
    if (nowMs - this.#observed.atMs > freshMs) return undefined;
    return failure('device_error', `${this.player} accepted the command, but ${this.#observed.state}`);
  }

  #failed(message: string): CommandResult {
    return E.left(failure('device_error', `${this.player}: ${message}`));
  }
}
