// Turns the pure behaviour of a device into a simulated one: with latency, faults, and what it has told of itself.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../application/ports/commands.js';
import { failure } from '../domain/failure.js';
import { succeed, reject, type Behaviour, type BehaviourResult, type DeviceReply } from './behaviour.js';
import type { InjectedFault, FaultType } from './fault.js';
import { ServiceEndpoint } from './service-endpoint.js';
import { pendingPromises, type PendingPromises } from './pending-promises.js';
import { wire, type Wire } from './wire.js';
import type { DeviceChange, DeviceIdentity, DeviceSnapshot, SimulatedWorld } from './simulated-world.js';

/** How long a command takes to reach its device, and from sending to the report that confirms it, milliseconds. */
const hopMs = { min: 1, max: 4 };
const reportMs = { min: 5, max: 30 };

const connectionBroke = 'the connection broke after the command was sent; whether it was carried out is not known';

/** A device of the simulated studio. */
export class SimulatedDevice<State, Command extends object> {
  #actual: State;
  /** Counts what happened to the state; a report tells of everything up to its revision. */
  #revision = 0;
  #fault: InjectedFault | null = null;
  #lastReportAtMs = 0;
  #queue: PendingPromises<Command>[] = [];
  #callOffWake: () => void = () => undefined;
  readonly #wire: Wire;
  readonly #service: ServiceEndpoint<State, Command>;

  constructor(
    private readonly identity: DeviceIdentity,
    private readonly behaviour: Behaviour<State, Command>,
    private readonly world: SimulatedWorld,
  ) {
    this.#actual = behaviour.first;
    this.#wire = wire(world.clock);
    this.#service = new ServiceEndpoint(behaviour);
  }

  get id(): string {
    return this.identity.id;
  }

  /** Whether the driver has a connection to the device. */
  get connected(): boolean {
    this.#throwIfBroken();
    return this.#isConnected;
  }

  /** The state that the device last told. */
  get reported(): State {
    this.#throwIfBroken();
    return this.#service.reported;
  }

  snapshot(): DeviceSnapshot {
    const { reported } = this.#service;
    return { ...this.identity, connected: this.#isConnected, fault: this.#fault, actual: this.#actual, reported };
  }

  send(command: Command): SendResult {
    const { id, name } = this.identity;
    if (!this.connected) return E.left(failure('device_unavailable', `"${name}" (${id}) isn't connected`));
    const order = pendingPromises({ number: this.world.log.open(id, command), command });
    this.#service.await(order);
    this.#carry(order);
    this.#changed('command');
    return E.right(order.sent);
  }

  /** Gives the device a fault in place of the one it has, or null for none. */
  setFault(fault: InjectedFault | null): void {
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
    this.#tell(this.#revision, this.#actual);
  }

  /** Calls everything off; the device does nothing more by itself. */
  stop(): void {
    this.#callOffWake();
    this.#wire.cut();
  }

  get #isConnected(): boolean {
    return this.#fault?.type !== 'offline';
  }

  #throwIfBroken(): void {
    if (this.#fault?.type === 'broken') throw new Error(`the driver of "${this.identity.id}" broke`);
  }

  get #now(): number {
    return this.world.clock.now();
  }

  get #delayMs(): number {
    return this.#fault?.type === 'late' ? this.#fault.delayMs : 0;
  }

  /** How often whatever it says is heard. */
  get #timesHeard(): number {
    if (this.#fault?.type === 'lost' || !this.#isConnected) return 0;
    return this.#fault?.type === 'duplicate' ? 2 : 1;
  }

  #changed(what: DeviceChange['what']): void {
    this.world.changed({ device: this.identity.id, what });
  }

  #carry(order: PendingPromises<Command>): void {
    const { min, max } = hopMs;
    const leftAtMs = this.#now;
    this.#wire.toDevice(leftAtMs + this.world.random.between(min, max), () => {
      if (this.#fault?.type === 'frozen') this.#hold(order);
      else this.#execute(order, leftAtMs);
    });
  }

  #hold(order: PendingPromises<Command>): void {
    this.#queue.push(order);
    this.world.log.queue(order.number);
    this.#changed('command');
  }

  #execute(order: PendingPromises<Command>, leftAtMs: number): void {
    const [state, replies] = this.#outcomeOf(order);
    const refused = replies.some(({ type }) => type === 'refused');
    if (!refused) this.#become(state);
    if (!refused) this.#service.executed(order, this.#revision);
    this.world.log.end(order.number, refused ? 'refused' : 'executed', this.#fault?.type ?? null);
    this.#changed('command');
    this.#say(replies, leftAtMs, order);
  }

  #outcomeOf(order: PendingPromises<Command>): BehaviourResult<State> {
    if (this.#fault?.type === 'refused') return reject(this.#actual, 'it was told to refuse');
    if (this.#fault?.type === 'ineffective') return succeed(this.#actual);
    return this.behaviour.obey(this.#actual, order, this.#now);
  }

  #become(state: State): void {
    this.#actual = state;
    this.#revision += 1;
    this.#callOffWake();
    const dueAtMs = this.behaviour.dueAt(state);
    if (dueAtMs !== null) this.#wakeAt(dueAtMs);
    this.#changed('actual');
  }

  #wakeAt(dueAtMs: number): void {
    this.#callOffWake = this.world.clock.after(Math.max(1, dueAtMs - this.#now), () => {
      if (this.#fault?.type !== 'frozen') this.#elapse();
    });
  }

  #elapse(): void {
    const [state, replies] = this.behaviour.elapse(this.#actual, this.#now);
    this.#become(state);
    this.#say(replies, this.#now);
  }

  /** Says something about `order`, or by itself; `sinceMs` is when what it speaks of began. */
  #say(replies: readonly DeviceReply[], sinceMs: number, order?: PendingPromises<Command>): void {
    for (let time = 0; time < this.#timesHeard; time += 1)
      for (const reply of replies)
        if (reply.type === 'state') this.#report(sinceMs);
        else if (order !== undefined) this.#answer(reply, order);
  }

  #answer(reply: Exclude<DeviceReply, { type: 'state' }>, order: PendingPromises<Command>): void {
    const { id, name } = this.identity;
    this.#wire.toService(this.#now + this.#delayMs, () => {
      if (reply.type === 'accepted') order.accept();
      else this.#service.fail(order, `"${name}" (${id}) refused: ${reply.reason}`);
    });
  }

  #report(sinceMs: number): void {
    const { min, max } = reportMs;
    const revision = this.#revision;
    const state = this.#actual;
    this.#lastReportAtMs = Math.max(this.#lastReportAtMs, sinceMs + this.world.random.between(min, max));
    this.#wire.toService(this.#lastReportAtMs + this.#delayMs, () => {
      this.#tell(revision, state);
    });
  }

  #tell(revision: number, state: State): void {
    this.#service.hear(revision, state);
    this.#changed('reported');
  }

  #recover(from: FaultType): void {
    if (from === 'frozen') this.#thaw();
    else if (from === 'offline') this.#tell(this.#revision, this.#actual);
    else if (from === 'lost') this.#say([{ type: 'state' }], this.#now);
  }

  /** Time goes on for it first; then it obeys what has queued up. */
  #thaw(): void {
    this.#elapse();
    for (const order of this.#queue.splice(0)) this.#carry(order);
  }

  #loseConnection(message: string): void {
    this.#wire.cut();
    this.#queue = [];
    for (const { number } of this.#service.failAll(message))
      this.world.log.end(number, 'dropped', this.#fault?.type ?? null);
    this.#changed('command');
  }
}
