// A typed client of the steering API, for tests and scripts.
import type { LoggedCommand } from '../command-log.js';
import type { InjectedFault } from '../fault.js';
import { apiBase } from '../api/base.js';
import type { ClockRecord, DeviceRecord, Script, ScriptRecord } from '../api/records.js';
import type { Snapshot } from '../api/snapshot.js';
import type { PanelAttempt, PanelCall } from '../panel/panel-call.js';
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

const caller =
  (send: Transport) =>
  async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await send({ method, path: apiBase + path, body: text });
    const answer = JSON.parse(response.body) as Fields;
    if (response.status !== 200) throw new SteeringError(String(answer['error']), String(answer['message']));
    return answer as A;
  };

const queryOf = (options: CommandsOptions): string => {
  const given = Object.entries(options as Record<string, string | number | undefined>).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
};

type Call = ReturnType<typeof caller>;

const serviceCalls = (call: Call): Pick<SteeringClient, 'hold' | 'makeCall' | 'restart'> => ({
  restart: async (downMs) => {
    await call('POST', '/service/restart', { downMs });
  },
  hold: async (station) => (await call<{ readonly holder: string | null }>('PUT', '/station', { station })).holder,
  makeCall: async (made) =>
    (await call<{ readonly attempts: readonly PanelAttempt[] }>('POST', '/calls', made)).attempts,
});

/** Returns a client that sends its requests through `send`. */
export const steeringClient = (send: Transport): SteeringClient => {
  const call = caller(send);
  const at = (id: string): string => `/devices/${encodeURIComponent(id)}`;
  const device = async (method: string, path: string, body?: unknown): Promise<DeviceRecord> =>
    (await call<{ readonly device: DeviceRecord }>(method, path, body)).device;
  const clock = async (method: string, path: string, body?: unknown): Promise<ClockRecord> =>
    (await call<{ readonly clock: ClockRecord }>(method, path, body)).clock;
  const script = async (method: string, body?: unknown): Promise<ScriptRecord> =>
    (await call<{ readonly script: ScriptRecord }>(method, '/script', body)).script;
  const devices = async (method: string, path: string, body?: unknown): Promise<readonly DeviceRecord[]> =>
    (await call<{ readonly devices: readonly DeviceRecord[] }>(method, path, body)).devices;
  return {
    devices: () => devices('GET', '/devices'),
    device: (id) => device('GET', at(id)),
    state: async (id) => (await call<{ readonly state: StateRecord }>('GET', `${at(id)}/state`)).state,
    changeState: (id, change) => device('PUT', `${at(id)}/state`, change),
    setFault: (id, fault) =>
      fault === null ? device('DELETE', `${at(id)}/fault`) : device('PUT', `${at(id)}/fault`, fault),
    script: () => script('GET'),
    setScript: (entries) => (entries === null ? script('DELETE') : script('PUT', entries)),
    clock: () => clock('GET', '/clock'),
    setClock: (change) => clock('PUT', '/clock', change),
    step: (ms) => clock('POST', '/clock/step', { ms }),
    commands: (options = {}) => call('GET', `/commands${queryOf(options)}`),
    ...serviceCalls(call),
    snapshot: async () => (await call<{ readonly snapshot: Snapshot }>('GET', '/snapshot')).snapshot,
    restore: async (snapshot) => {
      await call('PUT', '/snapshot', snapshot);
    },
    reset: () => devices('POST', '/reset', {}),
  };
};
