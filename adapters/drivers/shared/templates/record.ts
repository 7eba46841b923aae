// One record that a text protocol drives: its state as the device showed it last, and its pending command.
import * as E from 'fp-ts/lib/Either.js';
import { acknowledgedAtOnce, type SendResult } from '../../../../application/ports/commands.js';
import { steadyMs, type Clock } from '../../../../application/ports/clock.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import { notConnected } from '../lines.js';
import { PendingCommand } from '../pending-commands.js';
import type { Plan } from './plan.js';

/**
 * How long a device may still show the state before a command, in milliseconds. Applies if that state looks like the effect of
 * the command.
 */
const settlingMs = 50;

/** How long after a command its effect is awaited, in milliseconds. It may still be confirmed later. */
const awaitingMs = 5_000;

/** When something was asked or received: a number that increases with everything that happens, and the time. */
export interface Moment {
  readonly order: number;
  readonly atMs: number;
}

/** A connection, as its records use it. */
export interface RecordHost<Out, In> {
  /** The id of the connection. */
  readonly id: string;
  readonly clock: Clock;
  readonly changed: (record: string) => void;
  readonly isConnected: (record: TemplatedRecord<Out, In>) => boolean;
  /** Sends a command. Returns false if too many are unanswered. */
  readonly send: (record: TemplatedRecord<Out, In>, out: Out, pending: PendingCommand<string>) => boolean;
  /** Asks for the state, `delayMs` from now. */
  readonly askSoon: (record: TemplatedRecord<Out, In>, delayMs: number) => void;
  /** Returns the present moment, after every other one. */
  readonly moment: () => Moment;
}

/** A connection that serves records. */
export interface RecordServer<Out, In> extends RecordHost<Out, In> {
  readonly add: (record: TemplatedRecord<Out, In>) => void;
  readonly remove: (record: TemplatedRecord<Out, In>) => void;
}

/** A record. Several may have the same id: the scenes of an output. `onState` is called before a change is notified. */
export class TemplatedRecord<Out, In> {
  #state: string | null = null;
  #pending: PendingCommand<string> | undefined;
  #sentAtMs = 0;
  /** After this moment, the device's state is the one after the pending command. */
  #effectiveAt: Moment | undefined;
  #cancelCheck: () => void = () => undefined;

  constructor(
    readonly id: string,
    readonly plan: Plan<Out, In>,
    private readonly host: RecordHost<Out, In>,
    private readonly onState: (state: string | null) => void = () => undefined,
  ) {}

  /** The state that the device showed last; null if it is unknown. */
  get state(): string | null {
    return this.#state;
  }

  get isConnected(): boolean {
    return this.host.isConnected(this);
  }

  /** Whether a command was sent recently, and isn't confirmed. */
  get isAwaiting(): boolean {
    return this.#pending !== undefined && steadyMs(this.host.clock) < this.#sentAtMs + awaitingMs;
  }

  /** Returns why no command leads to a state; undefined if one does, or while the device isn't connected. */
  refusal(state: string): Failure | undefined {
    const out = this.plan.command(state);
    return this.isConnected && E.isLeft(out) ? this.#failure('conflict', out.left) : undefined;
  }

  /** Sends the command that leads to a state. */
  send(state: string): SendResult {
    const { kind, confirm, command } = this.plan;
    if (!this.isConnected) return notConnected(kind, this.id, this.host.id);
    const out = command(state);
    if (E.isLeft(out)) return E.left(this.#failure('conflict', out.left));
    const pending = new PendingCommand(this.#name, state, () => {
      if (this.#pending === pending) this.#pending = undefined;
    });
    if (!this.host.send(this, out.right, pending))
      return E.left(this.#failure('device_error', 'too many commands are unanswered'));
    this.#pending?.supersede();
    this.#pending = pending;
    this.#sentAtMs = steadyMs(this.host.clock);
    this.#effectiveAt = undefined;
    if (confirm === 'sent') return this.#finishUnseen(pending);
    if (!this.plan.hasReplies) this.#awaitState(pending);
    return E.right(pending.sent);
  }

  /** The device accepted a command. */
  accepted(pending: PendingCommand<string>): void {
    pending.accept();
    if (pending !== this.#pending) return;
    if (this.plan.confirm === 'accepted') {
      this.#set(pending.command);
      pending.confirm();
    } else this.#awaitState(pending);
  }

  /** The device showed its state; null if it showed something unknown. `asked` is when that can have been at the earliest. */
  showed(state: string | null, asked: Moment): void {
    this.#set(state);
    const [pending, effectiveAt] = [this.#pending, this.#effectiveAt];
    if (pending === undefined || effectiveAt === undefined) return;
    if (asked.order <= effectiveAt.order || asked.atMs < effectiveAt.atMs) return;
    if (state === pending.command) pending.confirm();
    else if (pending.isAccepted) pending.observe(`it shows another state: ${state ?? 'none that is configured'}`);
  }

  /** The connection is gone, or the record. */
  lost(message: string): void {
    this.#cancelCheck();
    this.#pending?.fail(message);
    this.host.changed(this.id);
  }

  /** Forgets the state: it may have changed while the device wasn't connected. */
  forget(): void {
    this.#set(null);
  }

  get #name(): string {
    return `${this.plan.kind} "${this.id}"`;
  }

  #failure(code: 'conflict' | 'device_error', reason: string): Failure {
    return failure(code, `${this.#name}: ${reason}`);
  }

  /** Ends a command that nothing confirms. */
  #finishUnseen(pending: PendingCommand<string>): SendResult {
    if (this.plan.read === undefined) this.#set(pending.command);
    pending.confirm();
    return acknowledgedAtOnce;
  }

  #set(state: string | null): void {
    if (state === this.#state) return;
    this.#state = state;
    this.onState(state);
    this.host.changed(this.id);
  }

  /** From now on, the state that the device shows is the one after the command. */
  #awaitState(pending: PendingCommand<string>): void {
    const now = this.host.moment();
    const delayMs = this.#state === pending.command ? settlingMs : 0;
    this.#effectiveAt = { ...now, atMs: now.atMs + delayMs };
    if (this.plan.ask !== undefined) this.host.askSoon(this, delayMs);
    else if (delayMs > 0) this.#checkLater(pending);
  }

  /** A device that shows only changes doesn't show a state that it has already. */
  #checkLater(pending: PendingCommand<string>): void {
    this.#cancelCheck();
    this.#cancelCheck = this.host.clock.after(settlingMs, () => {
      if (pending === this.#pending && this.#state === pending.command) pending.confirm();
    });
  }
}
