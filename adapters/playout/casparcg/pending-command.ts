// A command under way: what its caller is promised, and what is known of it so far.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../../application/ports/players.js';
import type { CommandResult, SentCommand } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';

const done: CommandResult = E.right(undefined);

/** How old a report may be for its player to count as one that answers, milliseconds. */
const freshMs = 500;

/** A command that has left for one layer. */
export class PendingCommand {
  readonly #accepted = Promise.withResolvers<CommandResult>();
  readonly #confirmed = Promise.withResolvers<CommandResult>();
  #acceptedAtMs: number | undefined;
  #seen: { readonly what: string; readonly atMs: number } | undefined;

  /** `cue` is null for a stop; `player` is how messages name the player. */
  constructor(
    private readonly player: string,
    readonly cue: ClipSelection | null,
    readonly sentAtMs: number,
  ) {}

  get ends(): Pick<SentCommand, 'accepted' | 'confirmed'> {
    return { accepted: this.#accepted.promise, confirmed: this.#confirmed.promise };
  }

  /** When it was last heard of, milliseconds since 1970 UTC. */
  get newsAtMs(): number {
    return this.#acceptedAtMs ?? this.sentAtMs;
  }

  accept(nowMs: number): void {
    this.#acceptedAtMs ??= nowMs;
    this.#accepted.resolve(done);
  }

  /** The player's state shows it, so it was accepted too. */
  confirm(): void {
    this.#accepted.resolve(done);
    this.#confirmed.resolve(done);
  }

  /** Another command took its place before it was seen. */
  supersede(): void {
    this.#accepted.resolve(done);
    this.#confirmed.resolve(this.#failed('another command took its place before it was confirmed'));
  }

  /** It failed, or nobody knows. */
  fail(what: string): void {
    this.#accepted.resolve(this.#failed(what));
    this.#confirmed.resolve(this.#failed(what));
  }

  /** The player's state shows something else. */
  see(what: string, atMs: number): void {
    this.#seen = { what, atMs };
  }

  /** Why it isn't confirmed, where the player took it, answers, and shows something else. */
  verdict(nowMs: number): Failure | undefined {
    if (this.#acceptedAtMs === undefined || this.#seen === undefined) return undefined;
    if (nowMs - this.#seen.atMs > freshMs) return undefined;
    return failure('device_error', `${this.player} took the command, but ${this.#seen.what}`);
  }

  #failed(what: string): CommandResult {
    return E.left(failure('device_error', `${this.player}: ${what}`));
  }
}
