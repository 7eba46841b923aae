// What one simulated device sends to its driver: replies to commands, and reports of its state.
import type { ActualState } from './actual-state.js';
import type { DeviceReply } from './behaviour.js';
import type { DeviceConnection } from './device-connection.js';
import type { DeviceFault } from './device-fault.js';
import type { DriverState } from './driver-state.js';
import type { DeviceIdentity, SimulatedWorld } from './simulated-world.js';
import type { UnconfirmedCommand } from './unconfirmed-command.js';

/** Time until the report that confirms a command, in milliseconds. */
const reportMs = { min: 5, max: 30 };

export interface DeviceReportsDeps<State, Command> {
  readonly identity: () => DeviceIdentity;
  readonly world: SimulatedWorld;
  readonly connection: DeviceConnection;
  readonly driver: DriverState<State, Command>;
  readonly fault: DeviceFault;
  readonly state: ActualState<State>;
}

/** The replies and reports of a device. */
export class DeviceReports<State, Command> {
  #lastAtMs = 0;

  constructor(private readonly deps: DeviceReportsDeps<State, Command>) {}

  /** Sends replies to `pending` and state reports. `sinceMs` is when the reported change began. */
  send(replies: readonly DeviceReply[], sinceMs: number, pending?: UnconfirmedCommand<Command>): void {
    for (let copy = 0; copy < this.deps.fault.copies; copy += 1)
      for (const reply of replies)
        if (reply.type === 'state') this.#sendReport(sinceMs);
        else if (pending !== undefined) this.#sendReply(reply, pending);
  }

  /** Sends the state as it is now. */
  sendState(): void {
    this.send([{ type: 'state' }], this.deps.world.clock.now());
  }

  /** Delivers a report of the present revision at once. */
  deliver(state: State): void {
    this.#deliver(this.deps.state.revision, state);
  }

  /** Forgets the order of reports, which a lost connection ends. */
  forgetOrder(): void {
    this.#lastAtMs = 0;
  }

  #sendReply(reply: Exclude<DeviceReply, { type: 'state' }>, pending: UnconfirmedCommand<Command>): void {
    const { identity, world, connection, driver, fault } = this.deps;
    const { id, name } = identity();
    connection.toService(world.clock.now() + fault.delayMs, () => {
      if (reply.type === 'accepted') pending.accept();
      else driver.fail(pending, `"${name}" (${id}) refused: ${reply.reason}`);
    });
  }

  #sendReport(sinceMs: number): void {
    const { world, connection, fault, state } = this.deps;
    const { revision, current } = state;
    this.#lastAtMs = Math.max(this.#lastAtMs, sinceMs + world.random.between(reportMs.min, reportMs.max));
    connection.toService(this.#lastAtMs + fault.delayMs, () => {
      this.#deliver(revision, current);
    });
  }

  #deliver(revision: number, state: State): void {
    const { driver, identity, world } = this.deps;
    driver.applyReport(revision, state);
    world.changed({ device: identity().id, what: 'reported' });
  }
}
