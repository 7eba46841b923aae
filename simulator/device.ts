// Turns the pure behaviour of a device into a simulated device with latency, faults and state reports.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../application/ports/commands.js';
import { failure } from '../domain/failure.js';
import { succeed, reject, type Behaviour, type BehaviourResult, type DeviceReply } from './behaviour.js';
import { faultAfterCommand, deviceFaults, type FaultType, type InjectedFault } from './fault.js';
import { DriverState } from './driver-state.js';
import { unconfirmedCommand, type UnconfirmedCommand } from './unconfirmed-command.js';
import { deviceConnection, type DeviceConnection } from './device-connection.js';
import type { DeviceChange, DeviceIdentity, DeviceSnapshot, SimulatedWorld } from './simulated-world.js';

/** Time from sending a command to its arrival, and to the report that confirms it, in milliseconds. */
const arrivalMs = { min: 1, max: 4 };
const reportMs = { min: 5, max: 30 };

const connectionLost = 'the connection was lost after the command was sent; it is unknown whether it was executed';

/** The state and the fault of a device that is restored. */
export interface RestoredDevice<State> {
  readonly actual: State;
  readonly reported: State;
  readonly fault: InjectedFault | null;
}

/** A device of the simulated studio. */
export class SimulatedDevice<State, Command extends object> {
  #actual: State;
  /** Counts the changes of the state. A report covers every change up to its revision. */
  #revision = 0;
  #fault: InjectedFault | null = null;
  #lastReportAtMs = 0;
  #queue: UnconfirmedCommand<Command>[] = [];
  #cancelTimer: () => void = () => undefined;
  readonly #connection: DeviceConnection;
  readonly #driver: DriverState<State, Command>;

  constructor(
    private identity: DeviceIdentity,
    private readonly behaviour: Behaviour<State, Command>,
    private readonly world: SimulatedWorld,
  ) {
    this.#actual = behaviour.initial;
    this.#connection = deviceConnection(world.clock);
    this.#driver = new DriverState(behaviour);
  }

  /** What the device does, whether the service knows it or not. */
  get actual(): State {
    return this.#actual;
  }

  get id(): string {
    return this.identity.id;
  }

  /** Whether the driver is connected to the device. */
  get connected(): boolean {
    this.#throwIfBroken();
    return this.#isConnected;
  }

  /** The last state that the device reported. */
  get reported(): State {
    this.#throwIfBroken();
    return this.#driver.reported;
  }

  snapshot(): DeviceSnapshot {
    const { reported } = this.#driver;
    const state = { connected: this.#isConnected, fault: this.#fault, actual: this.#actual, reported };
    return { ...this.identity, faults: deviceFaults, ...state };
  }

  send(command: Command): SendResult {
    const { id, name } = this.identity;
    if (!this.#takesCommands) return this.#failToSend(`"${name}" (${id}) isn't connected`);
    const pending = unconfirmedCommand({ number: this.world.log.open(id, command), command });
    this.#driver.add(pending);
    this.#deliver(pending);
    this.#changed('command');
    return E.right(pending.sent);
  }

  /** Replaces the device's fault; null for none. */
  setFault(fault: InjectedFault | null): void {
    const before = this.#fault;
    this.#fault = fault;
    this.#changed('fault');
    if (before?.type === fault?.type) return;
    if (before !== null) this.#recover(before.type);
    if (fault?.type === 'offline') this.#loseConnection(connectionLost);
  }

  /** Changes the state as something other than the service does, such as a person at the device. Reports the change. */
  change(state: State): void {
    this.#setState(state);
    if (this.#fault?.type !== 'frozen') this.#send([{ type: 'state' }], this.#now);
  }

  /**
   * Restores an earlier state and fault. Pending commands end as `device_error`. The device reports its state at once,
   * unless its fault prevents that.
   */
  restore({ actual, reported, fault }: RestoredDevice<State>): void {
    this.#fault = fault;
    this.#loseConnection('the studio was restored from a snapshot');
    this.#setState(actual);
    const isSilent = fault !== null && ['lost', 'offline', 'frozen'].includes(fault.type);
    this.#deliverReport(this.#revision, isSilent ? reported : actual);
    this.#changed('fault');
  }

  /** Restores the initial state without faults. Pending commands end as `device_error`. */
  reset(): void {
    this.#fault = null;
    this.#loseConnection('the studio was reset');
    this.#setState(this.behaviour.initial);
    this.#deliverReport(this.#revision, this.#actual);
  }

  /** Removes the device from its studio. Pending commands end as `device_error`. */
  remove(): void {
    this.#loseConnection('the device was removed from the studio');
    this.stop();
  }

  /** Changes the device's name. */
  rename(name: string): void {
    this.identity = { ...this.identity, name };
  }

  /** Cancels every timer. */
  stop(): void {
    this.#cancelTimer();
    this.#connection.cut();
  }

  get #isConnected(): boolean {
    return this.#fault?.type !== 'offline';
  }

  /** Whether commands reach the device. Counts a command against a fault of the driver. */
  get #takesCommands(): boolean {
    if (this.#fault?.type === 'broken') {
      const error = new Error(`the driver of "${this.identity.id}" is broken`);
      this.#countCommand();
      throw error;
    }
    return this.#isConnected;
  }

  #failToSend(message: string): SendResult {
    this.#countCommand();
    return E.left(failure('device_unavailable', message));
  }

  /** Ends a fault that is limited to a number of commands. What a `lost` one lost stays lost. */
  #countCommand(): void {
    const before = this.#fault;
    const after = before && faultAfterCommand(before);
    if (before === null || after === before) return;
    this.#fault = after;
    this.#changed('fault');
    if (after === null && before.type === 'offline') this.#recover('offline');
  }

  #throwIfBroken(): void {
    if (this.#fault?.type === 'broken') throw new Error(`the driver of "${this.identity.id}" is broken`);
  }

  get #now(): number {
    return this.world.clock.now();
  }

  get #delayMs(): number {
    return this.#fault?.type === 'late' ? this.#fault.delayMs : 0;
  }

  /** How many times each reply and report arrives. */
  get #copies(): number {
    if (this.#fault?.type === 'lost' || !this.#isConnected) return 0;
    return this.#fault?.type === 'duplicate' ? 2 : 1;
  }

  #changed(what: DeviceChange['what']): void {
    this.world.changed({ device: this.identity.id, what });
  }

  #deliver(pending: UnconfirmedCommand<Command>): void {
    const { min, max } = arrivalMs;
    const sentAtMs = this.#now;
    this.#connection.toDevice(sentAtMs + this.world.random.between(min, max), () => {
      if (this.#fault?.type === 'frozen') this.#enqueue(pending);
      else this.#execute(pending, sentAtMs);
    });
  }

  #enqueue(pending: UnconfirmedCommand<Command>): void {
    this.#queue.push(pending);
    this.world.log.queue(pending.number);
    this.#changed('command');
  }

  #execute(pending: UnconfirmedCommand<Command>, sentAtMs: number): void {
    const [state, replies] = this.#resultOf(pending);
    const refused = replies.some(({ type }) => type === 'refused');
    if (!refused) this.#setState(state);
    if (!refused) this.#driver.executed(pending, this.#revision);
    this.world.log.end(pending.number, refused ? 'refused' : 'executed', this.#fault?.type ?? null);
    this.#changed('command');
    this.#send(replies, sentAtMs, pending);
    this.#countCommand();
  }

  #resultOf(pending: UnconfirmedCommand<Command>): BehaviourResult<State> {
    if (this.#fault?.type === 'refused') return reject(this.#actual, 'a fault makes it refuse every command');
    if (this.#fault?.type === 'ineffective') return succeed(this.#actual);
    return this.behaviour.execute(this.#actual, pending, this.#now);
  }

  #setState(state: State): void {
    this.#actual = state;
    this.#revision += 1;
    this.#cancelTimer();
    const changeAtMs = this.behaviour.nextChangeAt(state);
    if (changeAtMs !== null) this.#scheduleChange(changeAtMs);
    this.#changed('actual');
  }

  #scheduleChange(atMs: number): void {
    this.#cancelTimer = this.world.clock.after(Math.max(1, atMs - this.#now), () => {
      if (this.#fault?.type !== 'frozen') this.#elapse();
    });
  }

  #elapse(): void {
    const [state, replies] = this.behaviour.elapse(this.#actual, this.#now);
    this.#setState(state);
    this.#send(replies, this.#now);
  }

  /** Sends replies to `pending` and state reports. `sinceMs` is when the reported change began. */
  #send(replies: readonly DeviceReply[], sinceMs: number, pending?: UnconfirmedCommand<Command>): void {
    for (let copy = 0; copy < this.#copies; copy += 1)
      for (const reply of replies)
        if (reply.type === 'state') this.#sendReport(sinceMs);
        else if (pending !== undefined) this.#sendReply(reply, pending);
  }

  #sendReply(reply: Exclude<DeviceReply, { type: 'state' }>, pending: UnconfirmedCommand<Command>): void {
    const { id, name } = this.identity;
    this.#connection.toService(this.#now + this.#delayMs, () => {
      if (reply.type === 'accepted') pending.accept();
      else this.#driver.fail(pending, `"${name}" (${id}) refused: ${reply.reason}`);
    });
  }

  #sendReport(sinceMs: number): void {
    const { min, max } = reportMs;
    const revision = this.#revision;
    const state = this.#actual;
    this.#lastReportAtMs = Math.max(this.#lastReportAtMs, sinceMs + this.world.random.between(min, max));
    this.#connection.toService(this.#lastReportAtMs + this.#delayMs, () => {
      this.#deliverReport(revision, state);
    });
  }

  #deliverReport(revision: number, state: State): void {
    this.#driver.applyReport(revision, state);
    this.#changed('reported');
  }

  #recover(from: FaultType): void {
    if (from === 'frozen') this.#unfreeze();
    else if (from === 'offline') this.#deliverReport(this.#revision, this.#actual);
    else if (from === 'lost') this.#send([{ type: 'state' }], this.#now);
  }

  /** First applies the changes that came due, then delivers the queued commands. */
  #unfreeze(): void {
    this.#elapse();
    if (this.#driver.reported !== this.#actual) this.#send([{ type: 'state' }], this.#now);
    for (const pending of this.#queue.splice(0)) this.#deliver(pending);
  }

  #loseConnection(message: string): void {
    this.#connection.cut();
    this.#lastReportAtMs = 0;
    this.#queue = [];
    for (const { number } of this.#driver.failAll(message))
      this.world.log.end(number, 'dropped', this.#fault?.type ?? null);
    this.#changed('command');
  }
}
