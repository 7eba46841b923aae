// The line of one signal: what its device reports, and the command that isn't confirmed yet.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { Clock } from '../../../application/ports/clock.js';
import { connectionLost, PendingCommands, type PendingCommand } from '../shared/pending-commands.js';
import { notConnected, onlyReported } from '../shared/lines.js';
import type { LineReport, LineTopics, Message } from './line-topics.js';
import type { BrokerReply } from './broker-link.js';

/** A command: the value asked for, and its number. */
interface SwitchCommand {
  readonly on: boolean;
  readonly number: number;
  /** Whether the device has shown that value: before the command, or since it was sent. */
  isShown: boolean;
}

/**
 * How long a device that can't be asked has to contradict its last report, before that confirms a command that changes
 * nothing: many devices report changes only. Milliseconds.
 */
const settlingMs = 100;

export interface MqttLineDeps {
  readonly connection: string;
  readonly clock: Clock;
  readonly send: (message: Message, isWanted: () => boolean, reply: BrokerReply) => void;
  readonly ask: (message: Message) => void;
  readonly changed: () => void;
  /** Returns a number that no earlier command of the connection has: a late reply to one must not count for another. */
  readonly nextNumber: () => number;
}

const notOnline = (signal: string, broker: string): SendResult => {
  const message = `the device of the signal "${signal}" has not reported to the broker "${broker}" that it is online`;
  return E.left(failure('device_unavailable', message));
};

const topicsRefused = (signal: string, topics: readonly string[]): SendResult => {
  const message = `the broker refuses the signal "${signal}" the topic "${topics.join('", "')}": its user may not subscribe to it`;
  return E.left(failure('device_unavailable', message));
};

const stateName = (on: boolean): string => (on ? 'on' : 'off');

/** The line of a signal. */
export class BrokerLineState {
  #value: boolean | null = null;
  /** Whether the broker has admitted the service and granted the line's topics. */
  #isSubscribed = false;
  /** Whether the device is connected to the broker; undefined while that is unknown. */
  #isAvailable: boolean | undefined;
  /** Whether that it is not is known from a retained message alone, which may be of an earlier time. */
  #isKeptOffline = false;
  /** The topics that the broker refused. */
  #refused: readonly string[] = [];
  readonly #pending = new PendingCommands<SwitchCommand>();

  constructor(
    private readonly signal: string,
    readonly topics: LineTopics,
    private readonly deps: MqttLineDeps,
  ) {}

  get value(): boolean | null {
    return this.#value;
  }

  get isConnected(): boolean {
    return this.#isSubscribed && this.#isAvailable === true;
  }

  /** The connection is open, and nothing is known yet: the device may have changed meanwhile. */
  begin(): void {
    this.#value = null;
    this.#isAvailable = this.topics.hasAvailability ? undefined : true;
    this.deps.changed();
  }

  /** The broker has granted the line's topics, but those that it refused. */
  subscribed(refused: readonly string[] = []): void {
    this.#refused = this.topics.topics.filter((topic) => refused.includes(topic));
    if (this.#refused.length > 0) return;
    this.#isSubscribed = true;
    this.#ask();
    this.deps.changed();
  }

  /** The connection is lost, or the line is removed. */
  end(reason = connectionLost): void {
    this.#isSubscribed = false;
    this.#refused = [];
    this.#pending.fail(reason);
    this.deps.changed();
  }

  /** Why commands are refused, connected or not. */
  get refusal(): Failure | undefined {
    return this.topics.command === undefined ? onlyReported(this.signal) : undefined;
  }

  switch(on: boolean): SendResult {
    const { command } = this.topics;
    if (command === undefined) return E.left(onlyReported(this.signal));
    if (this.#refused.length > 0) return topicsRefused(this.signal, this.#refused);
    if (this.#isSubscribed && !this.isConnected) return notOnline(this.signal, this.deps.connection);
    if (!this.isConnected) return notConnected('signal', this.signal, this.deps.connection);
    const isAlone = this.#pending.of(this.signal) === undefined;
    const sent = { on, number: this.deps.nextNumber(), isShown: isAlone && this.#value === on };
    const pending = this.#pending.add(this.signal, `signal "${this.signal}"`, sent);
    const isWanted = (): boolean => !pending.isOver();
    this.deps.send(command(on, sent.number), isWanted, (refusal) => {
      if (!isWanted()) return;
      if (refusal !== undefined) pending.fail(refusal);
      else if (this.topics.acceptedBy === 'broker') this.#accept(pending);
    });
    return E.right(pending.sent);
  }

  receive(report: LineReport, isRetained: boolean): void {
    if (report.type === 'value') this.#report(report.on, isRetained);
    else if (report.type === 'availability') this.#setAvailable(report.online, isRetained);
    else this.#reply(report);
  }

  #reply(report: Exclude<LineReport, { type: 'value' | 'availability' }>): void {
    const pending = this.#pending.of(this.signal);
    if (pending === undefined) return;
    if (report.command !== undefined && report.command !== pending.command.number) return;
    if (report.type === 'refused') pending.fail(report.reason);
    else this.#accept(pending);
  }

  #accept(pending: PendingCommand<SwitchCommand>): void {
    if (pending.isAccepted) return;
    pending.accept();
    if (this.topics.confirmedBy === 'acceptance') this.#show(pending.command.on, pending);
    else if (this.topics.query !== undefined) this.#ask();
    else if (pending.command.isShown) this.#confirmUnlessContradicted(pending);
  }

  #confirmUnlessContradicted(pending: PendingCommand<SwitchCommand>): void {
    this.deps.clock.after(settlingMs, () => {
      if (!pending.isOver() && this.#value === pending.command.on) pending.confirm();
    });
  }

  /** A retained message may be older than the command, so it confirms nothing. Neither does a report from before its acceptance. */
  #report(on: boolean, isRetained: boolean): void {
    const pending = this.#pending.of(this.signal);
    const isEffect = !isRetained && pending?.isAccepted === true;
    if (!isRetained && pending !== undefined && on !== this.#value) pending.command.isShown = on === pending.command.on;
    if (!isRetained && (this.#isAvailable === undefined || this.#isKeptOffline)) this.#isAvailable = true;
    this.#show(on, isEffect ? pending : undefined);
  }

  /** Notes the state, and what it says about a command. */
  #show(on: boolean, pending: PendingCommand<SwitchCommand> | undefined): void {
    this.#value = on;
    if (pending?.command.on === on) pending.confirm();
    else if (pending?.isAccepted === true) pending.observe(`reports that it is ${stateName(on)}`);
    this.deps.changed();
  }

  #setAvailable(isAvailable: boolean, isRetained: boolean): void {
    const isBack = isAvailable && this.#isAvailable === false;
    this.#isAvailable = isAvailable;
    this.#isKeptOffline = !isAvailable && isRetained;
    if (!isAvailable)
      this.#pending.fail(
        'the device left the broker after the command was sent; it is unknown whether it was executed',
      );
    if (isBack && this.#isSubscribed) this.#ask();
    this.deps.changed();
  }

  #ask(): void {
    if (this.topics.query !== undefined) this.deps.ask(this.topics.query);
  }
}
