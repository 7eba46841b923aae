// The layer of one scene's graphic: the template that the server reports on it, and its pending commands. A server
// reports a template, but not its texts. So texts count as shown when the server has accepted them.
import type { SentCommand } from '../../../application/ports/commands.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { GraphicCommand } from '../../../domain/studio/command.js';
import type { GraphicDefinition, GraphicFields } from '../../../domain/studio/graphic.js';
import type { LayerAddress } from './commands.js';
import type { Connection } from './connection.js';
import { addLine, clearLine, stopLine, updateLine } from './graphic-commands.js';
import type { LayerState } from './layer-state.js';
import { LayerPendingCommand } from './pending-command.js';
import { describeTemplate, hasPage, isTemplate } from './picture.js';
import type { AmcpReply } from './reply-reader.js';

/** A command to a graphic. */
type Effect = 'show' | 'hide';

export interface GraphicLayerOptions {
  readonly address: LayerAddress;
  /** Returns the player's name in messages. */
  readonly player: () => string;
  readonly connection: Connection;
  readonly clock: Clock;
  /** Returns the server's version; empty if it is unknown. */
  readonly version: () => string;
  /** Called when a line is sent whose effect a report will show. */
  readonly onSent: (isPending: () => boolean) => void;
}

type Command = LayerPendingCommand<Effect>;

/**
 * What else happens when a line is accepted, and what instead of a failure when it is refused, unless a hide has followed
 * a show meanwhile or a show a hide: then a further line would undo the newer command.
 */
interface ReplyHandlers {
  readonly onAccepted?: () => void;
  readonly onRefused?: () => void;
}

/** The longest line that is sent, in characters. */
const maxLineLength = 60_000;

const isSuccess = ({ code }: AmcpReply): boolean => code < 300;

/** The layer on which one graphic is shown. */
export class GraphicLayer {
  #state: LayerState | undefined;
  #isKnown = false;
  readonly #pending = new Set<Command>();
  #cancelClear: () => void = () => undefined;
  #lastCommand: Effect | undefined;
  /** Counts the changes from shows to hides and back. */
  #changes = 0;

  constructor(
    private graphic: GraphicDefinition,
    private readonly options: GraphicLayerOptions,
  ) {}

  /** Follows another definition of the graphic, of the same scene. */
  define(graphic: GraphicDefinition): void {
    this.graphic = graphic;
  }

  get scene(): string {
    return this.graphic.scene;
  }

  get number(): number {
    return this.options.address.layer;
  }

  /** Whether the layer was reported since the connection was opened. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether another report of the same state changes nothing: no command is pending. */
  get isAtRest(): boolean {
    return this.#pending.size === 0;
  }

  /** Whether the server shows the template, by its last report. */
  get isShown(): boolean {
    return isTemplate(this.graphic.template, this.#state?.foreground);
  }

  /** Number of commands to which the server hasn't replied. */
  get unansweredCount(): number {
    return [...this.#pending].filter(({ isAccepted }) => !isAccepted).length;
  }

  send(command: GraphicCommand): SentCommand {
    switch (command.do) {
      case 'show':
        return this.#show(command.texts);
      case 'update':
        return this.#update(command.texts);
      case 'hide':
        return this.#hide();
    }
  }

  /** Gives a template that is shown the texts; otherwise adds it with them. */
  #show(texts: GraphicFields): SentCommand {
    this.#cancelClear();
    const isHiding = [...this.#pending].some(({ command }) => command === 'hide');
    const isUpdate = this.isShown && !isHiding;
    const command = this.#begin('show', !isUpdate && this.isShown);
    if (isUpdate) this.#updateOrAdd(command, texts);
    else this.#add(command, texts);
    return command.sent;
  }

  /** Gives the template other texts. Confirmed when the server has accepted them. */
  #update(texts: GraphicFields): SentCommand {
    const command = this.#begin('show', false);
    this.#request(command, this.#updateLine(texts), {
      onAccepted: () => {
        this.#confirm(command);
      },
    });
    return command.sent;
  }

  /** Clears the layer, after the time that the template needs to disappear. */
  #hide(): SentCommand {
    this.#cancelClear();
    const { address, clock } = this.options;
    const { outMs = 0 } = this.graphic;
    const command = this.#begin('hide', !this.isShown);
    if (outMs === 0 || !this.isShown) this.#clear(command);
    else {
      const clear = (): void => {
        this.#cancelClear();
        this.#clear(command);
      };
      this.#cancelClear = clock.after(outMs, clear);
      this.#request(command, stopLine(address), { onRefused: clear });
    }
    return command.sent;
  }

  /** Applies a state report; `state` is undefined if the server has no such layer. */
  applyReport(state: LayerState | undefined, nowMs: number, validMs: number): void {
    this.#isKnown = true;
    this.#state = state;
    this.#dropReplaced();
    for (const command of this.#accepted)
      if (nowMs >= command.effectiveAtMs && this.#isDone(command.command)) this.#confirm(command);
      else command.observe(describeTemplate(state?.foreground), nowMs + validMs);
  }

  /** Fails every pending command: their outcome is unknown. Sends nothing more for them. */
  lose(message: string): void {
    this.#cancelClear();
    this.#isKnown = false;
    const commands = [...this.#pending];
    this.#pending.clear();
    for (const command of commands) command.fail(message);
  }

  get #accepted(): readonly Command[] {
    return [...this.#pending].filter(({ isAccepted }) => isAccepted);
  }

  #updateLine(texts: GraphicFields): string {
    return updateLine(this.options.address, texts, this.options.version());
  }

  #begin(type: Effect, isShownBefore: boolean): Command {
    const { player, clock } = this.options;
    const command = new LayerPendingCommand<Effect>(player(), type, clock, isShownBefore);
    this.#pending.add(command);
    if (type !== this.#lastCommand) this.#changes += 1;
    this.#lastCommand = type;
    return command;
  }

  #add(command: Command, texts: GraphicFields): void {
    const { address, version } = this.options;
    this.#request(command, addLine(address, this.graphic.template, texts, version()));
  }

  /** Another client may have removed the template since the last report. */
  #updateOrAdd(command: Command, texts: GraphicFields): void {
    this.#request(command, this.#updateLine(texts), {
      onRefused: () => {
        this.#add(command, texts);
      },
    });
  }

  #clear(command: Command): void {
    this.#request(command, clearLine(this.options.address));
  }

  /** Sends a line. By its reply, the command is accepted or fails. */
  #request(command: Command, line: string, { onAccepted, onRefused }: ReplyHandlers = {}): void {
    const { connection, onSent } = this.options;
    if (line.length > maxLineLength) {
      const length = `${String(line.length)} characters with their escapes; expected up to ${String(maxLineLength)}`;
      this.#fail(command, `nothing was sent, because the texts take ${length}`);
      return;
    }
    const changes = this.#changes;
    const handle = (reply: AmcpReply): void => {
      if (isSuccess(reply)) {
        command.accept();
        onAccepted?.();
      } else if (onRefused === undefined || changes !== this.#changes)
        this.#fail(command, `it replied ${reply.status}`);
      else onRefused();
    };
    const number = connection.request(line, (reply) => {
      if (reply !== undefined) handle(reply);
    });
    if (number === undefined) this.#fail(command, 'the connection was lost before the command was sent');
    else onSent(() => !command.isOver());
  }

  #fail(command: Command, message: string): void {
    this.#pending.delete(command);
    command.fail(message);
  }

  #confirm(command: Command): void {
    this.#pending.delete(command);
    command.confirm();
  }

  /** A hide replaces shows, and a show replaces hides. */
  #dropReplaced(): void {
    const accepted = this.#accepted;
    accepted.forEach((command, index) => {
      if (!accepted.slice(index + 1).some((later) => later.command !== command.command)) return;
      this.#pending.delete(command);
      command.supersede();
    });
  }

  #isDone(command: Effect): boolean {
    return command === 'show' ? this.isShown : !hasPage(this.#state?.foreground);
  }
}
