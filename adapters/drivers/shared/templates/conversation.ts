// A connection on which the device's messages belong to no request: replies are matched with commands, and states with
// records, by their texts.
import { steadyMs, type Clock } from '../../../../application/ports/clock.js';
import { connectionLost, studioFileChanged, type PendingCommand } from '../pending-commands.js';
import { AskCycle } from './ask-cycle.js';
import type { Moment, RecordHost, TemplatedRecord } from './record.js';

/** The longest time until an answer, in milliseconds. A device that is silent for longer counts as lost. */
export const answerMs = 5_000;

/** Maximum number of unanswered commands of a connection. */
const unansweredLimit = 100;

/** What carries the messages. */
export interface Wire<Out> {
  readonly send: (out: Out) => void;
  /** Ends the connection, and opens it again. */
  readonly drop: (reason: string) => void;
}

/** A message that every healthy device answers, and how often it is sent. */
export interface Probe<Out> {
  readonly out: Out;
  readonly everyMs: number;
}

export interface ConversationDeps<Out> {
  readonly id: string;
  readonly clock: Clock;
  readonly changed: (record: string) => void;
  readonly wire: Wire<Out>;
  readonly probe: Probe<Out> | undefined;
  /** How long to wait for the first answer before asking again, in milliseconds. */
  readonly firstAnswerMs: number;
}

/** A command whose reply is awaited. */
interface Unanswered<Out, In> {
  readonly record: TemplatedRecord<Out, In>;
  readonly pending: PendingCommand<string>;
  readonly cancelTimeout: () => void;
}

/** The messages of one connection. */
export class Conversation<Out, In> implements RecordHost<Out, In> {
  #isOpen = false;
  #hasAnswered = false;
  #order = 0;
  #lastReceived = 0;
  #cancelProbe: () => void = () => undefined;
  #unanswered: readonly Unanswered<Out, In>[] = [];
  readonly #cycles = new Map<TemplatedRecord<Out, In>, AskCycle<Out, In> | undefined>();

  constructor(private readonly deps: ConversationDeps<Out>) {}

  get id(): string {
    return this.deps.id;
  }

  get clock(): Clock {
    return this.deps.clock;
  }

  get changed(): (record: string) => void {
    return this.deps.changed;
  }

  add(record: TemplatedRecord<Out, In>): void {
    const cycle = record.plan.ask === undefined ? undefined : this.#cycleOf(record, record.plan.ask);
    this.#cycles.set(record, cycle);
    if (this.#isOpen) cycle?.start();
  }

  /** The device may still reply to a command of the record. That reply is awaited, or it would count for another command. */
  remove(record: TemplatedRecord<Out, In>): void {
    this.#cycles.get(record)?.stop();
    this.#cycles.delete(record);
    record.lost(studioFileChanged);
  }

  /** Whether the connection is open and, if the device has anything to answer, it has. */
  isConnected(): boolean {
    return this.#isOpen && (this.#hasAnswered || !this.#isQuestioned);
  }

  moment(): Moment {
    this.#order += 1;
    return { order: this.#order, atMs: steadyMs(this.clock) };
  }

  send(record: TemplatedRecord<Out, In>, out: Out, pending: PendingCommand<string>): boolean {
    if (record.plan.hasReplies && !this.#awaitReply(record, pending)) return false;
    this.deps.wire.send(out);
    return true;
  }

  askSoon(record: TemplatedRecord<Out, In>, delayMs: number): void {
    this.#cycles.get(record)?.soon(delayMs);
  }

  /** Messages can be sent from now on. */
  opened(): void {
    this.#isOpen = true;
    this.#hasAnswered = false;
    for (const [record, cycle] of this.#cycles) {
      record.forget();
      cycle?.start();
      this.changed(record.id);
    }
    this.#startProbe();
  }

  /** Takes a message of the device. */
  received(message: In): void {
    if (!this.#isOpen) return;
    const { order } = this.moment();
    this.#lastReceived = order;
    this.#takeReply(message);
    for (const record of [...this.#cycles.keys()]) this.#takeState(record, message);
    if (!this.#hasAnswered) this.#noteFirstAnswer();
  }

  /** The connection is gone. Nothing was sent since. */
  lost(): void {
    this.#isOpen = false;
    this.#cancelProbe();
    for (const { cancelTimeout } of this.#unanswered) cancelTimeout();
    this.#unanswered = [];
    for (const [record, cycle] of this.#cycles) {
      cycle?.stop();
      record.lost(connectionLost);
    }
  }

  /** Whether the device has anything to answer that shows that it is there. */
  get #isQuestioned(): boolean {
    return this.deps.probe !== undefined || [...this.#cycles.values()].some((cycle) => cycle !== undefined);
  }

  #noteFirstAnswer(): void {
    this.#hasAnswered = true;
    for (const { id } of this.#cycles.keys()) this.changed(id);
  }

  #cycleOf(record: TemplatedRecord<Out, In>, question: Out): AskCycle<Out, In> {
    return new AskCycle(record, {
      clock: this.clock,
      ask: () => {
        this.deps.wire.send(question);
        return this.moment();
      },
      answerMs: () => (this.#hasAnswered ? answerMs : this.deps.firstAnswerMs),
      missed: (asked) => {
        if (!this.#dropIfSilent(asked) && this.#hasAnswered) record.showed(null, asked);
      },
    });
  }

  /** Drops a connection on which nothing was received since a moment. Returns whether it did. */
  #dropIfSilent({ order, atMs }: Moment): boolean {
    if (this.#lastReceived > order || steadyMs(this.clock) - atMs < answerMs) return false;
    this.deps.wire.drop(`the device was silent for ${String(answerMs)} ms`);
    return true;
  }

  #awaitReply(record: TemplatedRecord<Out, In>, pending: PendingCommand<string>): boolean {
    if (this.#unanswered.length >= unansweredLimit) return false;
    const sentAt = this.moment();
    const cancelTimeout = this.clock.after(answerMs, () => {
      this.#unanswered = this.#unanswered.filter((one) => one.pending !== pending);
      if (this.#cycles.has(record) && this.#dropIfSilent(sentAt)) return;
      pending.fail(`no configured reply came within ${String(answerMs)} ms; it is unknown whether it was executed`);
    });
    this.#unanswered = [...this.#unanswered, { record, pending, cancelTimeout }];
    return true;
  }

  /** The oldest command that a reply fits is the one that it answers: devices reply in order. */
  #takeReply(message: In): void {
    const isReply = ({ record: { plan }, pending: { command } }: Unanswered<Out, In>): boolean =>
      plan.isRefused(message, command) || plan.isAccepted(message, command);
    const answered = this.#unanswered.find(isReply);
    if (answered === undefined) return;
    this.#unanswered = this.#unanswered.filter((one) => one !== answered);
    answered.cancelTimeout();
    const { record, pending } = answered;
    if (record.plan.isRefused(message, pending.command)) pending.fail('the device refused the command');
    else record.accepted(pending);
  }

  #takeState(record: TemplatedRecord<Out, In>, message: In): void {
    const state = record.plan.read?.(message);
    if (state === undefined) return;
    const asked = this.#cycles.get(record)?.answered();
    record.showed(state, asked ?? this.moment());
  }

  #startProbe(): void {
    const { probe, wire } = this.deps;
    if (probe === undefined) return;
    let asked: Moment | undefined;
    const next = (): void => {
      if (asked !== undefined && this.#dropIfSilent(asked)) return;
      if (asked === undefined || this.#lastReceived > asked.order) asked = this.moment();
      wire.send(probe.out);
      this.#cancelProbe = this.clock.after(this.#hasAnswered ? probe.everyMs : this.deps.firstAnswerMs, next);
    };
    next();
  }
}
