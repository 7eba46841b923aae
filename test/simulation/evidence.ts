// What a simulation leaves behind, from which the invariants judge it: everything was seen from outside.
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { DeviceSnapshot } from '../../simulator/simulated-world.js';
import type { CallPlan, Step } from './steps.js';

/** The access configuration as the console sends it. */
export interface PublishedConfiguration {
  readonly version: number;
  readonly access: {
    readonly apiEnabled: boolean;
    readonly accessWithoutToken: 'off' | 'listed' | 'whole_lan';
    readonly listedDevices: readonly { readonly address: string; readonly label: string }[];
    readonly legacyAuthorization: boolean;
  };
  readonly features: Readonly<Record<string, { readonly read: boolean; readonly control: boolean }>>;
  readonly devices: readonly PublishedDevice[];
}

/** A panel in the access configuration. */
export interface PublishedDevice {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'revoked';
  readonly access: 'read_only' | 'read_and_control';
  readonly fixedAddress: string | null;
  readonly features: readonly string[];
  readonly tokenHash: string;
  /** When the token ends, ISO-8601; null if it doesn't. */
  readonly expiresAt: string | null;
  readonly oldToken: {
    readonly tokenHash: string;
    readonly state: 'active' | 'revoked';
    readonly endsAt: string;
  } | null;
}

/** A call that was made. Times are those of the simulation, in milliseconds since 1970 UTC. */
export interface MadeCall {
  /** The number of the call, from 1. */
  readonly number: number;
  readonly plan: CallPlan;
  /** The token that the call showed; null if it showed none. */
  readonly token: string | null;
  readonly startedAtMs: number;
  /** Counts the ends of the service before the call. */
  readonly run: number;
  /** The version of the configuration in force when the call began; null if no service ran. */
  readonly versionBefore: number | null;
  end: CallEnd | undefined;
}

/** How a call ended. `failed` means that its connection broke. */
export type CallEnd =
  | { readonly how: 'failed' | 'hung up'; readonly atMs: number }
  | {
      readonly how: 'answered';
      readonly atMs: number;
      readonly versionAfter: number | null;
      readonly status: number;
      readonly body: string;
      readonly action: string | null;
    };

/** The end of a run of the service, and the start of the next one. */
export interface ServiceRestart {
  readonly how: string;
  /** When the end began. */
  readonly endedAtMs: number;
  /** When the process was gone: a service that stops first answers its calls, and stores what it knows. Undefined until then. */
  goneAtMs: number | undefined;
  /** The version of the configuration in force at the end; null if the service hadn't started. */
  readonly versionBefore: number | null;
  /** When that version came into force, or the service started with it. */
  readonly inForceSinceMs: number;
  /** The time and the version at the next start; undefined until then. */
  startedAtMs: number | undefined;
  versionAfter: number | undefined;
}

/** What a follower of the event stream knows at the end. */
export interface FollowedState {
  readonly name: string;
  readonly isOpen: boolean;
  readonly known: unknown;
}

/** What is read when all faults have ended and all is quiet. */
export interface FinalReading {
  /** Since when all was quiet. */
  readonly quietSinceMs: number;
  /** The whole state, as the service returns it. */
  readonly state: unknown;
  readonly followers: readonly FollowedState[];
  /** The actions that the service lists. */
  readonly actions: readonly { readonly id: string; readonly state: string }[];
  /** The versions that the console shows of the service. */
  readonly versions: { readonly desired: number; readonly applied: number | null; readonly connected: boolean };
  readonly devices: readonly ShownDevice[];
  readonly refusedCallers: readonly { readonly address: string; readonly count: number }[];
  readonly snapshots: readonly DeviceSnapshot[];
}

/** A device as the console shows it. */
export interface ShownDevice {
  readonly id: string;
  readonly lastCall: { readonly time: string; readonly address: string } | null;
}

/** A line of the as-run log: a command that was sent, or its end. */
export interface AsRunLine {
  readonly type: 'sent' | 'ended' | 'lost';
  readonly id?: string;
  readonly sentAt?: string;
  readonly caller?: string | null;
  readonly action?: string | null;
  readonly outcome?: string;
  readonly error?: string | null;
}

/** An entry of the console's audit log. */
export interface ConsoleAuditEntry {
  readonly kind: string;
  readonly version?: number;
  /** What has changed; absent if nothing has. */
  readonly summary?: string;
}

/** Everything that a simulation has seen. */
export interface Evidence {
  readonly startMs: number;
  readonly steps: readonly Step[];
  readonly calls: readonly MadeCall[];
  readonly configurations: ReadonlyMap<number, PublishedConfiguration>;
  readonly commands: readonly LoggedCommand[];
  readonly restarts: readonly ServiceRestart[];
  /** Messages of errors that nothing handled. */
  readonly errors: readonly string[];
  /** The as-run log of the service, and the audit log of the console, at the end. */
  readonly asRun: readonly AsRunLine[];
  readonly consoleAudit: readonly ConsoleAuditEntry[];
  readonly final: FinalReading | undefined;
}

/** A broken invariant. */
export interface Violation {
  readonly invariant: string;
  readonly message: string;
}

/** Judges a simulation. */
export type Invariant = (evidence: Evidence) => readonly string[];
