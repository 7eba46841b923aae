// What the steps ask of the world: calls from any address, the console's operators, and a studio that can be steered.
// Nothing here says where the service runs: in this process, behind real sockets, in containers.

/** Here at once, or later: a driver may have to ask far away. */
export type Eventually<A> = A | Promise<A>;

/** One call of the device-control API, as the network carries it. */
export interface ScenarioCall {
  /** The caller's address, such as `127.0.0.1`, `192.168.1.20`, `fe80::20%eth0` or `198.51.100.7`. */
  readonly from: string;
  readonly method: string;
  readonly path: string;
  /** `Host` is the service's address as seen from the caller, unless said otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly httpVersion?: '1.0' | '1.1';
}

export interface ScenarioAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A call that was sent and may not be answered yet. */
export interface Waiting {
  /** Whether the answer is here, now that everything that was under way has had its turn. */
  readonly isAnswered: () => Promise<boolean>;
  /** Waits for the answer. */
  readonly answer: () => Promise<ScenarioAnswer>;
  readonly hangUp: () => Promise<void>;
}

/** What has arrived so far of an answer that stays open. */
export interface StreamContent {
  /** Undefined before the head is here. */
  readonly status: number | undefined;
  readonly body: string;
  readonly isOver: boolean;
}

/** A call whose answer stays open. */
export interface ScenarioStream {
  readonly heard: () => Eventually<StreamContent>;
  readonly hangUp: () => Eventually<void>;
}

/** Who speaks to the console. */
export type ConsoleUser = 'operator' | 'wrong password' | 'stranger';

/** One request to the console's management API. */
export interface ConsoleCall {
  readonly visitor: ConsoleUser;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A device of the simulated studio: an output's player, by slot, a signal's line, by identifier, a camera, by id. */
export type ScenarioDevice =
  | { readonly kind: 'player'; readonly slot: string }
  | { readonly kind: 'line'; readonly signal: string }
  | { readonly kind: 'camera'; readonly camera: string };

/** What can be wrong with a device. */
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

/** What a scene plays, by key; null for nothing. */
export interface Playing {
  readonly clip: string | null;
  readonly bank: string | null;
}

/** The simulated studio behind the service. Its clock is wound by hand. */
export interface StudioSteering {
  /** Winds the clock, and lets everything that was due have its turn. */
  readonly advance: (ms: number) => Eventually<void>;
  readonly afflict: (device: ScenarioDevice, fault: ScenarioFault) => Eventually<void>;
  /** Every command that has left for a device, oldest first. */
  readonly commands: () => Eventually<readonly string[]>;
  /** What a scene really plays; the output's only one where none is named. */
  readonly playing: (slot: string, scene?: string) => Eventually<Playing>;
  readonly isOn: (signal: string) => Eventually<boolean>;
}

/** The way between service and console, where it can be cut and tampered with. */
export interface ConsoleChannel {
  readonly cut: () => Eventually<void>;
  readonly mend: () => Eventually<void>;
  /** Lets reports through to the console, but not its answers to them, until the way is mended. */
  readonly loseAnswersToReports: () => Eventually<void>;
  /** Everything that the service has asked of the console, as `POST /sync/reports`, oldest first. */
  readonly requests: () => Eventually<readonly string[]>;
  /** Everything the console has sent to the service as its configuration, oldest first. */
  readonly sent: () => Eventually<readonly string[]>;
  /** Sends a text to the service in place of a configuration, and waits until the service has read it. */
  readonly inject: (text: string) => Eventually<void>;
}

/** One studio with its service and its console, made for one scenario. */
export interface Driver {
  readonly studioId: string;
  /** The name of the machine that the service runs on. */
  readonly hostname: string;
  /** Who may sign in to the console. */
  readonly operator: { readonly username: string; readonly password: string };
  readonly begin: (call: ScenarioCall) => Eventually<Waiting>;
  readonly follow: (call: ScenarioCall) => Eventually<ScenarioStream>;
  readonly askConsole: (call: ConsoleCall) => Promise<ScenarioAnswer>;
  readonly followConsole: (call: ConsoleCall) => Eventually<ScenarioStream>;
  readonly studio: StudioSteering;
  readonly channel: ConsoleChannel;
  /** Stops the service and starts it again on the same disk. */
  readonly restart: () => Promise<void>;
  /** Stops the service and starts one that has nothing on disk. */
  readonly restartAfresh: () => Promise<void>;
  /** Stops everything and removes what was made. */
  readonly close: () => Promise<void>;
}
