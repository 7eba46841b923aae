// A pending command: the two promises of its sender, and what is known of its progress.
import * as E from 'fp-ts/lib/Either.js';
import { superseded, type CommandResult, type SentCommand } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';

/** Maximum number of unanswered commands per layer. A frozen server would otherwise collect any number of them. */
export const pendingLimit = 100;

const done: CommandResult = E.right(undefined);

/**
 * How long after the reply reports may still show the state before a command, in milliseconds. The server replies one
 * to two frames earlier than its state changes.
 */
const settlingMs = 100;

/** Maximum length of what a player reports in a message, in characters. Records of actions keep the message. */
const maxReportLength = 300;

const shorten = (report: string): string =>
  report.length > maxReportLength ? `${report.slice(0, maxReportLength)}…` : report;

/** A command that was sent to one layer and isn't confirmed yet. */
export class PendingCommand<Command> {
  readonly #accepted = Promise.withResolvers<CommandResult>();
  readonly #confirmed = Promise.withResolvers<CommandResult>();
  #acceptedAtMs: number | undefined;
  #isPending = true;
  #isChecked = false;
  #observed: { readonly state: string; readonly untilMs: number } | undefined;

  /**
   * `player` is the player's name in messages. `isShownBefore` is whether the layer may show what the command asks for
   * already, so that a report from before it looks like its effect.
   */
  constructor(
    private readonly player: string,
    readonly command: Command,
    readonly sentAtMs: number,
    private readonly isShownBefore: boolean,
  ) {}

  get results(): Pick<SentCommand, 'accepted' | 'confirmed'> {
    return { accepted: this.#accepted.promise, confirmed: this.#confirmed.promise };
  }

  /** Whether the command is neither confirmed nor failed. */
  get isPending(): boolean {
    return this.#isPending;
  }

  get isAccepted(): boolean {
    return this.#acceptedAtMs !== undefined;
  }

  /** Whether a cue was checked: its file can be decoded, or that can't be known. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** From when on reports show the command's effect, in milliseconds since 1970 UTC. */
  get effectiveAtMs(): number {
    return this.#acceptedAtMs === undefined ? Infinity : this.#acceptedAtMs + (this.isShownBefore ? settlingMs : 0);
  }

  accept(nowMs: number): void {
    this.#acceptedAtMs ??= nowMs;
    this.#accepted.resolve(done);
  }

  /** Notes that the file of a cue can be decoded, or that this can't be known. */
  pass(): void {
    this.#isChecked = true;
  }

  /** The player's state shows the command. */
  confirm(): void {
    this.#end(done);
  }

  /** A later command replaced this one before it was confirmed. */
  supersede(): void {
    const message = `${this.player}: another command replaced it before it was confirmed`;
    this.#end(E.left(superseded(message)));
  }

  /** The command failed, or its outcome is unknown. */
  fail(message: string): void {
    this.#accepted.resolve(this.#failed(message));
    this.#end(this.#failed(message));
  }

  /** Records that the player's state shows something else, until the next report is due. */
  observe(state: string, untilMs: number): void {
    this.#observed = { state, untilMs };
  }

  /** Returns why the command isn't confirmed, if the player accepted it, is responsive, and shows something else. */
  failureAtTimeout(nowMs: number): Failure | undefined {
    if (this.#acceptedAtMs === undefined || this.#observed === undefined) return undefined;
    if (nowMs > this.#observed.untilMs) return undefined;
    return failure('device_error', `${this.player} accepted the command, but ${shorten(this.#observed.state)}`);
  }

  #end(result: CommandResult): void {
    this.#isPending = false;
    this.#confirmed.resolve(result);
  }

  #failed(message: string): CommandResult {
    return E.left(failure('device_error', `${this.player}: ${shorten(message)}`));
  }
}
