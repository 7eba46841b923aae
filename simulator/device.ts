// Turns the pure behaviour of a device into a simulated device with latency, faults and state reports.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../application/ports/commands.js';
import { failure } from '../domain/failure.js';
import { succeed, reject, type Behaviour, type BehaviourResult } from './behaviour.js';
import { ActualState } from './actual-state.js';
import { deviceConnection, type DeviceConnection } from './device-connection.js';
import { DeviceFault } from './device-fault.js';
import { DeviceReports } from './device-reports.js';
import { DriverState } from './driver-state.js';
import { deviceFaults, type FaultType, type InjectedFault } from './fault.js';
import { unconfirmedCommand, type UnconfirmedCommand } from './unconfirmed-command.js';
import type { DeviceChange, DeviceIdentity, DeviceSnapshot, SimulatedWorld } from './simulated-world.js';

/** Time from sending a command to its arrival, in milliseconds. */
const arrivalMs = { min: 1, max: 4 };

const connectionLost = 'the connection was lost after the command was sent; it is unknown whether it was executed';

/** The state and the fault of a device that is restored. */
export interface RestoredDevice<State> {
  readonly actual: State;
  readonly reported: State;
  readonly fault: InjectedFault | null;
}

/** A device of the simulated studio. */
export class SimulatedDevice<State, Command extends object> {
  #queue: UnconfirmedCommand<Command>[] = [];
  readonly #fault = new DeviceFault();
  readonly #state: ActualState<State>;
  readonly #connection: DeviceConnection;
  readonly #driver: DriverState<State, Command>;
  readonly #reports: DeviceReports<State, Command>;

  constructor(
    private identity: DeviceIdentity,
    private readonly behaviour: Behaviour<State, Command>,
    private readonly world: SimulatedWorld,
  ) {
    this.#state = new ActualState(behaviour, world.clock, () => {
      if (!this.#fault.isFrozen) this.#elapse();
    });
    this.#connection = deviceConnection(world.clock);
    this.#driver = new DriverState(behaviour);
    const parts = { connection: this.#connection, driver: this.#driver, fault: this.#fault, state: this.#state };
    this.#reports = new DeviceReports({ ...parts, world, identity: () => this.identity });
  }

  /** What the device does, whether the service knows it or not. */
  get actual(): State {
    return this.#state.current;
  }

  get id(): string {
    return this.identity.id;
  }

  /** Whether the driver is connected to the device. */
  get connected(): boolean {
    this.#throwIfBroken();
    return this.#fault.isConnected;
  }

  /** The last state that the device reported. */
  get reported(): State {
    this.#throwIfBroken();
    return this.#driver.reported;
  }

  snapshot(): DeviceSnapshot {
    const { isConnected: connected, injected: fault } = this.#fault;
    const { reported } = this.#driver;
    return { ...this.identity, faults: deviceFaults, connected, fault, actual: this.actual, reported };
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
    const before = this.#fault.type;
    this.#fault.injected = fault;
    this.#changed('fault');
    if (before === fault?.type) return;
    if (before !== undefined) this.#recover(before);
    if (!this.#fault.isConnected) this.#loseConnection(connectionLost);
  }

  /** Changes the state as something other than the service does, such as a person at the device. Reports the change. */
  change(state: State): void {
    this.#setState(state);
    if (!this.#fault.isFrozen) this.#reports.sendState();
  }

  /**
   * Restores an earlier state and fault. Pending commands end as `device_error`. The device reports its state at once,
   * unless its fault prevents that.
   */
  restore({ actual, reported, fault }: RestoredDevice<State>): void {
    this.#fault.injected = fault;
    this.#loseConnection('the studio was restored from a snapshot');
    this.#setState(actual);
    this.#reports.deliver(this.#fault.isSilent ? reported : actual);
    this.#changed('fault');
  }

  /** Restores the initial state without faults. Pending commands end as `device_error`. */
  reset(): void {
    this.#fault.injected = null;
    this.#loseConnection('the studio was reset');
    this.#setState(this.behaviour.initial);
    this.#reports.deliver(this.actual);
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
    this.#state.stop();
    this.#connection.cut();
  }

  /** Whether commands reach the device. Counts a command against a fault of the driver. */
  get #takesCommands(): boolean {
    if (this.#fault.isBroken) {
      const error = this.#broken();
      this.#countCommand();
      throw error;
    }
    return this.#fault.isConnected;
  }

  #failToSend(message: string): SendResult {
    this.#countCommand();
    return E.left(failure('device_unavailable', message));
  }

  /** Ends a fault that is limited to a number of commands. What a `lost` one lost stays lost. */
  #countCommand(): void {
    const before = this.#fault.type;
    if (!this.#fault.countCommand()) return;
    this.#changed('fault');
    if (before === 'offline' && this.#fault.isConnected) this.#recover('offline');
  }

  #broken(): Error {
    return new Error(`the driver of "${this.identity.id}" is broken`);
  }

  #throwIfBroken(): void {
    if (this.#fault.isBroken) throw this.#broken();
  }

  get #now(): number {
    return this.world.clock.now();
  }

  #changed(what: DeviceChange['what']): void {
    this.world.changed({ device: this.identity.id, what });
  }

  #deliver(pending: UnconfirmedCommand<Command>): void {
    const { min, max } = arrivalMs;
    const sentAtMs = this.#now;
    this.#connection.toDevice(sentAtMs + this.world.random.between(min, max), () => {
      if (this.#fault.isFrozen) this.#enqueue(pending);
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
    if (!refused) this.#driver.executed(pending, this.#state.revision);
    this.world.log.end(pending.number, refused ? 'refused' : 'executed', this.#fault.type ?? null);
    this.#changed('command');
    this.#reports.send(replies, sentAtMs, pending);
    this.#countCommand();
  }

  #resultOf(pending: UnconfirmedCommand<Command>): BehaviourResult<State> {
    if (this.#fault.type === 'refused') return reject(this.actual, 'a fault makes it refuse every command');
    if (this.#fault.type === 'ineffective') return succeed(this.actual);
    return this.behaviour.execute(this.actual, pending, this.#now);
  }

  #setState(state: State): void {
    this.#state.set(state);
    this.#changed('actual');
  }

  #elapse(): void {
    const [state, replies] = this.behaviour.elapse(this.actual, this.#now);
    this.#setState(state);
    this.#reports.send(replies, this.#now);
  }

  #recover(from: FaultType): void {
    if (from === 'frozen') this.#unfreeze();
    else if (from === 'offline') this.#reports.deliver(this.actual);
    else if (from === 'lost') this.#reports.sendState();
  }

  /** First applies the changes that came due, then delivers the queued commands. */
  #unfreeze(): void {
    this.#elapse();
    if (this.#driver.reported !== this.actual) this.#reports.sendState();
    for (const pending of this.#queue.splice(0)) this.#deliver(pending);
  }

  #loseConnection(message: string): void {
    this.#connection.cut();
    this.#reports.forgetOrder();
    this.#queue = [];
    for (const { number } of this.#driver.failAll(message))
      this.world.log.end(number, 'dropped', this.#fault.type ?? null);
    this.#changed('command');
  }
}
