// The pending commands to one scene: at most one for each part, the newest.
import type { Clock } from '../../../../application/ports/clock.js';
import { PendingCommands, type PendingCommand } from '../pending-commands.js';
import { mayRepeat, partOf, replacedParts, type ScenePart, type SceneVerb } from './parts.js';

/** The pending commands of a scene. */
export class SceneCommands<Command> {
  readonly #pending: PendingCommands<Command>;
  #cuedSinceTake = false;

  constructor(
    clock: Pick<Clock, 'after'>,
    private readonly verbOf: (command: Command) => SceneVerb,
  ) {
    this.#pending = new PendingCommands(clock);
  }

  get isEmpty(): boolean {
    return this.#pending.isEmpty;
  }

  /** Returns the pending command that changes a part; undefined if there is none. */
  of(part: ScenePart): PendingCommand<Command> | undefined {
    return this.#pending.of(part);
  }

  /** Returns the pending command that another one of this verb only repeats. A take of what was cued since is another take. */
  repeatedBy(verb: SceneVerb): PendingCommand<Command> | undefined {
    const pending = this.of(partOf(verb));
    if (pending === undefined || this.verbOf(pending.command) !== verb || !mayRepeat(verb)) return undefined;
    return verb === 'take' && this.#cuedSinceTake ? undefined : pending;
  }

  /** Adds a command. It supersedes those that it replaces. `device` is the device's name in messages. */
  add(device: string, command: Command): PendingCommand<Command> {
    const verb = this.verbOf(command);
    if (verb === 'cue' || verb === 'take') this.#cuedSinceTake = verb === 'cue';
    for (const part of replacedParts(verb)) this.of(part)?.supersede();
    return this.#pending.add(partOf(verb), device, command);
  }

  /** Fails all commands. */
  fail(message: string): void {
    this.#pending.fail(message);
  }
}
