// What the steps need from a driver: calls from any address, calls to the console, and steering of the studio.
// A driver runs the service in this process, behind real sockets or in containers.
import type { StoredEntry, StoredLog } from './audit-log.js';

/** A value, or a promise of it when the driver is remote. */
export type Eventually<A> = A | Promise<A>;

/** One call of the device-control API. */
export interface ScenarioCall {
  /** The caller's address, such as `127.0.0.1`, `192.168.1.20`, `fe80::20%eth0` or `198.51.100.7`. */
  readonly from: string;
  readonly method: string;
  readonly path: string;
  /** `Host` defaults to the service's address as seen from the caller. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly httpVersion?: '1.0' | '1.1';
}

export interface ScenarioResponse {
  readonly status: number;
  /** Keys are lower-case header names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A call that was sent, and may not be answered yet. */
export interface PendingCall {
  /** Reports whether the response has arrived, after pending work has been processed. */
  readonly isAnswered: () => Promise<boolean>;
  /** Resolves with the response. */
  readonly answer: () => Promise<ScenarioResponse>;
  readonly disconnect: () => Promise<void>;
}

/** What has arrived so far of a response that stays open. */
export interface StreamContent {
  /** Undefined before the response head has arrived. */
  readonly status: number | undefined;
  readonly body: string;
  readonly hasEnded: boolean;
}

/** A call whose response stays open. */
export interface ScenarioStream {
  readonly received: () => Eventually<StreamContent>;
  readonly disconnect: () => Eventually<void>;
}

/** A user of the console. */
export type ConsoleUser = 'operator' | 'wrong password' | 'anonymous';

/** One request to the console's management API. */
export interface ConsoleCall {
  readonly user: ConsoleUser;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A device of the simulated studio: an output's player by slot, a signal's line by identifier, or a camera by id. */
export type ScenarioDevice =
  | { readonly kind: 'player'; readonly slot: string }
  | { readonly kind: 'line'; readonly signal: string }
  | { readonly kind: 'camera'; readonly camera: string };

/** A fault that can be injected into a device. */
export type ScenarioFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'late'; readonly byMs: number }
  | { readonly kind: 'refuses' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'frozen' }
  | { readonly kind: 'twice' }
  | { readonly kind: 'ineffective' }
  | { readonly kind: 'broken driver' };

/** Keys of the clip and bank that a scene plays; null for an idle scene. */
export interface PlayingClip {
  readonly clip: string | null;
  readonly bank: string | null;
}

/** The graphic that a scene shows: its template, and the texts that reached it. */
export interface ShownGraphic {
  readonly template: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Steering of the studio behind the service. */
export interface StudioSteering {
  /** Whether time passes by itself, or only through `advance`. */
  readonly clock: 'real' | 'manual';
  /** Lets time pass, and processes everything that becomes due. Throws if the studio can't be steered. */
  readonly advance: (ms: number) => Eventually<void>;
  readonly injectFault: (device: ScenarioDevice, fault: ScenarioFault) => Eventually<void>;
  /** Returns every command that was sent to a device, oldest first. */
  readonly commands: () => Eventually<readonly string[]>;
  /** Returns what a scene really plays; `scene` defaults to the output's only scene. */
  readonly playing: (slot: string, scene?: string) => Eventually<PlayingClip>;
  /** Returns the graphic that a scene really shows, null for none; `scene` defaults to the output's only scene. */
  readonly graphic: (slot: string, scene?: string) => Eventually<ShownGraphic | null>;
  readonly isOn: (signal: string) => Eventually<boolean>;
}

/** The connection between service and console, with fault injection. */
export interface ConsoleChannel {
  readonly cut: () => Eventually<void>;
  readonly mend: () => Eventually<void>;
  /** Drops the responses to reports, but not the reports, until the connection is mended. */
  readonly loseReportResponses: () => Eventually<void>;
  /** Returns every request of the service to the console, such as `POST /sync/reports`, oldest first. */
  readonly requests: () => Eventually<readonly string[]>;
  /** Returns every configuration that the console has sent to the service, oldest first. */
  readonly sent: () => Eventually<readonly string[]>;
  /** Returns the data of every event that begins or ends a watch of calls, oldest first. */
  readonly watches: () => Eventually<readonly string[]>;
  /** Sends a text to the service instead of a configuration, and waits until the service has processed it. */
  readonly inject: (text: string) => Eventually<void>;
}

/** One studio with its service and its console, created for one scenario. */
export interface Driver {
  readonly studioId: string;
  /** The host name of the machine that the service runs on. */
  readonly hostname: string;
  /** The credentials of the operator at the console. */
  readonly operator: { readonly username: string; readonly password: string };
  readonly begin: (call: ScenarioCall) => Eventually<PendingCall>;
  readonly openStream: (call: ScenarioCall) => Eventually<ScenarioStream>;
  readonly callConsole: (call: ConsoleCall) => Promise<ScenarioResponse>;
  readonly openConsoleStream: (call: ConsoleCall) => Eventually<ScenarioStream>;
  readonly studio: StudioSteering;
  readonly channel: ConsoleChannel;
  /** Returns what the audit log of the service or the console contains, or the as-run log of the service. */
  readonly auditLog: (part: StoredLog) => Eventually<readonly StoredEntry[]>;
  /** Restarts the service with the same data folder. It is down for `downMs` milliseconds of the studio's clock, by default 0. */
  readonly restart: (downMs?: number) => Promise<void>;
  /** Restarts the service with further macros and automations; `extension` is the content of a studio file. */
  readonly restartExtended: (extension: unknown) => Promise<void>;
  /** Restarts the service with an empty data folder. */
  readonly restartWithoutData: () => Promise<void>;
  /** Stops everything and removes its data. */
  readonly close: () => Promise<void>;
}
