// A pending command to one layer: a report counts only after the reply, and as long as the next one isn't overdue.
import type { Clock } from '../../../application/ports/clock.js';
import type { SentCommand } from '../../../application/ports/commands.js';
import { PendingCommand as AnyPendingCommand } from '../shared/pending-commands.js';

/** Maximum number of unanswered commands per layer. A frozen server would otherwise collect any number of them. */
export const pendingLimit = 100;

/**
 * How long after the reply reports may still show the state before a command, in milliseconds. The server replies one
 * to two frames earlier than its state changes.
 */
const settlingMs = 100;

/** A command that was sent to one layer and isn't confirmed yet. */
export class LayerPendingCommand<Command> extends AnyPendingCommand<Command> {
  /** In milliseconds since 1970 UTC. */
  readonly sentAtMs: number;
  #acceptedAtMs: number | undefined;
  #isChecked = false;
  #observedUntilMs = Infinity;

  /**
   * `player` is the player's name in messages. `isShownBefore` is whether the layer may show what the command asks for
   * already, so that a report from before it looks like its effect.
   */
  constructor(
    player: string,
    command: Command,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly isShownBefore: boolean,
  ) {
    super(player, command, () => undefined);
    this.sentAtMs = clock.now();
  }

  /** The player isn't responsive once the next report is overdue. */
  override get sent(): SentCommand {
    const { failureAtTimeout, ...results } = super.sent;
    const isJudged = (): boolean => this.isAccepted && this.clock.now() <= this.#observedUntilMs;
    return { ...results, failureAtTimeout: () => (isJudged() ? failureAtTimeout?.() : undefined) };
  }

  /** Whether a cue was checked: its file can be decoded, or that can't be known. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** From when on reports show the command's effect, in milliseconds since 1970 UTC. */
  get effectiveAtMs(): number {
    return this.#acceptedAtMs === undefined ? Infinity : this.#acceptedAtMs + (this.isShownBefore ? settlingMs : 0);
  }

  override accept(): void {
    this.#acceptedAtMs ??= this.clock.now();
    super.accept();
  }

  /** Notes that the file of a cue can be decoded, or that this can't be known. */
  pass(): void {
    this.#isChecked = true;
  }

  /** Records that the player's state shows something else, until the next report is due. */
  override observe(shown: string, untilMs = Infinity): void {
    this.#observedUntilMs = untilMs;
    super.observe(shown);
  }
}
