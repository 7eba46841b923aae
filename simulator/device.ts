// Turns the pure behaviour of a device into a simulated one: with latency, faults, and what it has told of itself.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock, Sending } from '../application/ports.js';
import { failure } from '../domain/failure.js';
import { refuse, type Behaviour, type Outcome, type Reply } from './behaviour.js';
import type { CommandLog } from './command-log.js';
import type { Fault, FaultType } from './fault.js';
import type { Random } from './random.js';
import { underWay, type UnderWay } from './under-way.js';
import { wire, type Wire } from './wire.js';

/** Which device of the studio. */
export interface DeviceIdentity {
  /** The id of the layout. */
  readonly id: string;
  readonly kind: 'player' | 'signal_line' | 'camera';
  readonly name: string;
}

/** A device at one moment: how it is, and how it has told to be. */
export interface DeviceSnapshot extends DeviceIdentity {
  readonly connected: boolean;
  readonly fault: Fault | null;
  readonly actual: unknown;
  readonly reported: unknown;
}

/** What changed: a device's fault, its true state, its reported state, or what is logged of its commands. */
export interface Change {
  readonly device: string;
  readonly what: 'fault' | 'actual' | 'reported' | 'command';
}

/** What all devices of a studio share. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: CommandLog;
  readonly changed: (change: Change) => void;
}

/** How long a command takes to reach its device, and from sending to the report that confirms it, milliseconds. */
const hopMs = { min: 1, max: 4 };
const reportMs = { min: 5, max: 30 };

const connectionBroke = 'the connection broke after the command was sent; whether it was carried out is not known';

/** A device of the simulated studio. */
export class SimulatedDevice<State, Command extends object> {
  #actual: State;
  #reported: State;
  /** Counts what happened to the state; a report tells of everything up to its revision. */
  #revision = 0;
  #reportedRevision = 0;
  #fault: Fault | null = null;
  #lastReportAtMs = 0;
  #queue: UnderWay<Command>[] = [];
  #wake: () => void = () => undefined;
  readonly #wire: Wire;
  /** Commands that nothing was heard of yet, with the revision that they led to; null until they are executed. */
  readonly #unconfirmed = new Map<UnderWay<Command>, number | null>();

  constructor(
    private readonly identity: DeviceIdentity,
    private readonly behaviour: Behaviour<State, Command>,
    private readonly world: World,
  ) {
    this.#actual = behaviour.first;
    this.#reported = behaviour.first;
    this.#wire = wire(world.clock);
  }

  /** The state that the device last told. */
  get reported(): State {
    return this.#reported;
  }

  get connected(): boolean {
    return this.#fault?.type !== 'offline';
  }

  get id(): string {
    return this.identity.id;
  }

  snapshot(): DeviceSnapshot {
    const { connected, reported } = this;
    return { ...this.identity, connected, fault: this.#fault, actual: this.#actual, reported };
  }

  send(command: Command): Sending {
    const { id, name } = this.identity;
    if (!this.connected) return E.left(failure('device_unavailable', `"${name}" (${id}) isn't connected`));
    const order = underWay({ number: this.world.log.open(id, command), command });
    this.#unconfirmed.set(order, null);
    this.#carry(order);
    this.#changed('command');
    return E.right(order.sent);
  }

  /** Gives the device a fault in place of the one it has, or null for none. */
  setFault(fault: Fault | null): void {
    const before = this.#fault;
    this.#fault = fault;
    this.#changed('fault');
    if (before?.type === fault?.type) return;
    if (before !== null) this.#recover(before.type);
    if (fault?.type === 'offline') this.#loseConnection(connectionBroke);
  }

  /** Back to how it was at first, without faults; whatever is under way ends as `device_error`. */
  reset(): void {
    this.#fault = null;
    this.#loseConnection('the studio was reset');
    this.#become(this.behaviour.first);
    this.#hear(this.#revision, this.#actual);
  }

  /** Calls everything off; the device does nothing more by itself. */
  stop(): void {
    this.#wake();
    this.#wire.cut();
  }

  get #now(): number {
    return this.world.clock.now();
  }

  #changed(what: Change['what']): void {
    this.world.changed({ device: this.identity.id, what });
  }

  #carry(order: UnderWay<Command>): void {
    const { min, max } = hopMs;
    const leftAtMs = this.#now;
    this.#wire.toDevice(leftAtMs + this.world.random.between(min, max), () => {
      if (this.#fault?.type === 'frozen') this.#hold(order);
      else this.#execute(order, leftAtMs);
    });
  }

  #hold(order: UnderWay<Command>): void {
    this.#queue.push(order);
    this.world.log.queue(order.number);
    this.#changed('command');
  }

  #execute(order: UnderWay<Command>, leftAtMs: number): void {
    const [state, replies] = this.#outcomeOf(order);
    const refused = replies.some(({ type }) => type === 'refused');
    this.world.log.end(order.number, refused ? 'refused' : 'executed', this.#fault?.type ?? null);
    if (!refused) {
      this.#become(state);
      this.#unconfirmed.set(order, this.#revision);
    }
    this.#changed('command');
    this.#say(replies, leftAtMs, order);
  }

  #outcomeOf(order: UnderWay<Command>): Outcome<State> {
    return this.#fault?.type === 'refused'
      ? refuse(this.#actual, 'it was told to refuse')
      : this.behaviour.obey(this.#actual, order, this.#now);
  }

  #become(state: State): void {
    this.#actual = state;
    this.#revision += 1;
    this.#wake();
    const dueAtMs = this.behaviour.dueAt(state);
    if (dueAtMs !== null) this.#wakeAt(dueAtMs);
    this.#changed('actual');
  }

  #wakeAt(dueAtMs: number): void {
    this.#wake = this.world.clock.after(Math.max(1, dueAtMs - this.#now), () => {
      if (this.#fault?.type !== 'frozen') this.#elapse();
    });
  }

  #elapse(): void {
    const [state, replies] = this.behaviour.elapse(this.#actual, this.#now);
    this.#become(state);
    this.#say(replies, this.#now);
  }

  /** `sinceMs` is when what is replied to began. */
  #say(replies: readonly Reply[], sinceMs: number, order?: UnderWay<Command>): void {
    for (let time = 0; time < this.#timesSaid(); time += 1)
      for (const reply of replies)
        if (reply.type === 'state') this.#report(sinceMs);
        else if (order !== undefined) this.#answer(reply, order);
  }

  #timesSaid(): number {
    if (this.#fault?.type === 'lost' || !this.connected) return 0;
    return this.#fault?.type === 'duplicate' ? 2 : 1;
  }

  get #delayMs(): number {
    return this.#fault?.type === 'late' ? this.#fault.delayMs : 0;
  }

  #answer(reply: Exclude<Reply, { type: 'state' }>, order: UnderWay<Command>): void {
    this.#wire.toService(this.#now + this.#delayMs, () => {
      if (reply.type === 'accepted') order.accept();
      else this.#fail(order, `"${this.identity.name}" (${this.identity.id}) refused: ${reply.reason}`);
    });
  }

  #fail(order: UnderWay<Command>, message: string): void {
    this.#unconfirmed.delete(order);
    order.fail(message);
  }

  #report(sinceMs: number): void {
    const { min, max } = reportMs;
    const revision = this.#revision;
    const state = this.#actual;
    this.#lastReportAtMs = Math.max(this.#lastReportAtMs, sinceMs + this.world.random.between(min, max));
    this.#wire.toService(this.#lastReportAtMs + this.#delayMs, () => {
      this.#hear(revision, state);
    });
  }

  /** A report that a newer one has overtaken tells nothing any more. */
  #hear(revision: number, state: State): void {
    if (revision < this.#reportedRevision) return;
    this.#reportedRevision = revision;
    this.#reported = state;
    for (const [order, since] of [...this.#unconfirmed])
      if (since !== null && since <= revision) this.#judge(order, state);
    this.#changed('reported');
  }

  #judge(order: UnderWay<Command>, state: State): void {
    this.#unconfirmed.delete(order);
    if (this.behaviour.shows(state, order)) order.confirm();
    else order.supersede();
  }

  #recover(from: FaultType): void {
    if (from === 'frozen') this.#thaw();
    else if (from === 'offline') this.#hear(this.#revision, this.#actual);
    else if (from === 'lost') this.#say([{ type: 'state' }], this.#now);
  }

  #thaw(): void {
    this.#elapse();
    for (const order of this.#queue.splice(0)) {
      this.#carry(order);
    }
  }

  #loseConnection(message: string): void {
    this.#wire.cut();
    this.#queue = [];
    for (const order of [...this.#unconfirmed.keys()]) {
      this.world.log.end(order.number, 'dropped', this.#fault?.type ?? null);
      this.#fail(order, message);
    }
    this.#changed('command');
  }
}
