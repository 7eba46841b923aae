// A typed client of the steering API, for tests and scripts.
import type { LoggedCommand } from '../command-log.js';
import type { InjectedFault } from '../fault.js';
import { requestOf, type OperationName } from '../api/addresses.js';
import type { ClockRecord, DeviceRecord, Script, ScriptRecord } from '../api/records.js';
import type { Snapshot } from '../api/snapshot.js';
import type { PanelAttempt, PanelCall } from '../panel/panel-call.js';
import type { ClientChange, VirtualClient } from '../panel/virtual-client.js';
import type { PlayerChange, StateRecord } from '../api/state-records.js';

/** One request. `body` is JSON text; undefined for none. */
export interface ClientRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** Sends a request to the simulator, and returns the status and the body of the response. */
export type Transport = (request: ClientRequest) => Promise<{ readonly status: number; readonly body: string }>;

/** A call that the simulator refused. */
export class SteeringError extends Error {
  override readonly name = 'SteeringError';

  constructor(
    /** The error code, such as `not_found`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A change of a device. A device accepts the fields of its kind. */
export type StateChange = PlayerChange & { readonly on?: boolean; readonly angle?: string | null };

/** Which commands a page has. */
export interface CommandsOptions {
  readonly device?: string;
  readonly before?: number;
  readonly limit?: number;
}

/** The calls of the API. Each rejects with a {@link SteeringError} if the simulator refuses it. */
export interface SteeringClient {
  readonly devices: () => Promise<readonly DeviceRecord[]>;
  readonly device: (id: string) => Promise<DeviceRecord>;
  readonly state: (id: string) => Promise<StateRecord>;
  readonly changeState: (id: string, change: StateChange) => Promise<DeviceRecord>;
  /** Sets the fault of a device; null removes it. */
  readonly setFault: (id: string, fault: InjectedFault | null) => Promise<DeviceRecord>;
  /** Sets a script of faults; null cancels it. */
  readonly setScript: (script: Script | null) => Promise<ScriptRecord>;
  readonly script: () => Promise<ScriptRecord>;
  readonly clock: () => Promise<ClockRecord>;
  readonly setClock: (change: Partial<Pick<ClockRecord, 'paused' | 'speed'>>) => Promise<ClockRecord>;
  /** Advances a paused clock, milliseconds. */
  readonly step: (ms: number) => Promise<ClockRecord>;
  /** Returns a page of commands, newest first. */
  readonly commands: (options?: CommandsOptions) => Promise<CommandsResult>;
  /** Lets a station hold the studio, by its id or name; null for none. Returns the name of the holder. */
  readonly hold: (station: string | null) => Promise<string | null>;
  /** Calls the service as a panel does. Resolves with every attempt, oldest first. */
  readonly makeCall: (call: PanelCall) => Promise<readonly PanelAttempt[]>;
  /** As whom the panels and displays on the page call the service. */
  readonly virtualClient: () => Promise<VirtualClient>;
  readonly setVirtualClient: (change: ClientChange) => Promise<VirtualClient>;
  /** Restarts the service, which is down for a time, in milliseconds on the studio's clock. Resolves once it runs. */
  readonly restart: (downMs: number) => Promise<void>;
  readonly snapshot: () => Promise<Snapshot>;
  readonly restore: (snapshot: Snapshot) => Promise<void>;
  readonly reset: () => Promise<readonly DeviceRecord[]>;
}

/** A page of commands. `next` is `before` of the next page; null on the last. */
export interface CommandsResult {
  readonly commands: readonly LoggedCommand[];
  readonly next: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

type CallParameters = Parameters<typeof requestOf>[1];

const caller =
  (send: Transport) =>
  async <A>(name: OperationName, parameters?: CallParameters, body?: unknown): Promise<A> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await send({ ...requestOf(name, parameters), body: text });
    const answer = JSON.parse(response.body) as Fields;
    if (response.status !== 200) throw new SteeringError(String(answer['error']), String(answer['message']));
    return answer as A;
  };

type Call = ReturnType<typeof caller>;

type ServiceCalls = Pick<SteeringClient, 'hold' | 'makeCall' | 'virtualClient' | 'setVirtualClient' | 'restart'>;

const serviceCalls = (call: Call): ServiceCalls => ({
  restart: async (downMs) => {
    await call('service.restart', {}, { downMs });
  },
  virtualClient: async () => (await call<{ readonly client: VirtualClient }>('client.get')).client,
  setVirtualClient: async (change) => (await call<{ readonly client: VirtualClient }>('client.set', {}, change)).client,
  hold: async (station) => (await call<{ readonly holder: string | null }>('station.hold', {}, { station })).holder,
  makeCall: async (made) =>
    (await call<{ readonly attempts: readonly PanelAttempt[] }>('call.make', {}, made)).attempts,
});

/** The path of the event stream. */
export const eventsPath = requestOf('event.follow').path;

/** Returns a client that sends its requests through `send`. */
export const steeringClient = (send: Transport): SteeringClient => {
  const call = caller(send);
  const device = async (name: OperationName, id: string, body?: unknown): Promise<DeviceRecord> =>
    (await call<{ readonly device: DeviceRecord }>(name, { id }, body)).device;
  const clock = async (name: OperationName, body?: unknown): Promise<ClockRecord> =>
    (await call<{ readonly clock: ClockRecord }>(name, {}, body)).clock;
  const script = async (name: OperationName, body?: unknown): Promise<ScriptRecord> =>
    (await call<{ readonly script: ScriptRecord }>(name, {}, body)).script;
  const devices = async (name: OperationName, body?: unknown): Promise<readonly DeviceRecord[]> =>
    (await call<{ readonly devices: readonly DeviceRecord[] }>(name, {}, body)).devices;
  return {
    devices: () => devices('device.list'),
    device: (id) => device('device.get', id),
    state: async (id) => (await call<{ readonly state: StateRecord }>('device.state.get', { id })).state,
    changeState: (id, change) => device('device.state.change', id, change),
    setFault: (id, fault) =>
      fault === null ? device('device.fault.remove', id) : device('device.fault.set', id, fault),
    script: () => script('script.get'),
    setScript: (entries) => (entries === null ? script('script.cancel') : script('script.set', entries)),
    clock: () => clock('clock.get'),
    setClock: (change) => clock('clock.set', change),
    step: (ms) => clock('clock.step', { ms }),
    commands: (options = {}) => call('command.list', { ...options }),
    ...serviceCalls(call),
    snapshot: async () => (await call<{ readonly snapshot: Snapshot }>('snapshot.get')).snapshot,
    restore: async (snapshot) => {
      await call('snapshot.restore', {}, snapshot);
    },
    reset: () => devices('studio.reset', {}),
  };
};
