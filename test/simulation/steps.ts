// What can happen in a simulation, as plain values: a list of steps can be stored, shortened and run again.
import type { InjectedFault } from '../../simulator/fault.js';

/** What a caller shows: nothing, a token of a panel, a token that nobody owns, or a legacy header. */
export type Credential =
  | { readonly by: 'nothing' | 'unknown token' }
  | { readonly by: 'bearer' | 'basic' | 'query'; readonly panel: number; readonly token: 'newest' | 'oldest' }
  | { readonly by: 'legacy'; readonly username: string; readonly password: 'server' | 'studio' | 'none' };

/** Something wrong with a call, besides its caller. */
export type CallError = 'method' | 'parameter' | 'resource';

/** One call of the device-control API. */
export interface CallPlan {
  readonly address: string;
  readonly credential: Credential;
  /** The name of a target in `targets.ts`. */
  readonly target: string;
  /** The value of `set`. */
  readonly value?: string;
  /** The idempotency key. */
  readonly key?: string;
  readonly errors: readonly CallError[];
  /** Whether a proxy has forwarded the call. */
  readonly isForwarded: boolean;
  /** Whether a page of another site makes the call. */
  readonly isFromForeignPage: boolean;
  /** When the caller gives up, in milliseconds after the call. */
  readonly hangsUpAfterMs?: number;
}

/** The settings of a panel that an operator chooses. */
export interface PanelSettings {
  readonly access: 'read_only' | 'read_and_control';
  readonly fixedAddress: string | null;
  readonly features: readonly string[];
  /** How long the token is valid, in milliseconds; without end if absent. */
  readonly expiresInMs?: number;
}

/** The access settings that an operator chooses. */
export interface AccessSettings {
  readonly apiEnabled: boolean;
  readonly accessWithoutToken: 'off' | 'listed' | 'whole_lan';
  readonly listedDevices: readonly { readonly address: string; readonly label: string }[];
  readonly legacyAuthorization: boolean;
}

/** A change at the console. Changes of a panel that doesn't exist have no effect. */
export type ConsoleChange =
  | { readonly change: 'add' | 'edit'; readonly panel: number; readonly settings: PanelSettings }
  | { readonly change: 'revoke' | 'remove' | 'end old token'; readonly panel: number }
  | { readonly change: 'replace token'; readonly panel: number; readonly overlapMs: number }
  | { readonly change: 'access'; readonly settings: AccessSettings }
  | { readonly change: 'features'; readonly off: readonly string[] };

/** How the service ends: in order, by a kill, or with the power of its machine. */
export type ServiceEnd = 'stop' | 'kill' | 'power cut, names lost' | 'power cut, names kept';

/** What happens in a step. */
export type SimulationEvent =
  | { readonly kind: 'call'; readonly call: CallPlan }
  | { readonly kind: 'console'; readonly change: ConsoleChange }
  | { readonly kind: 'fault'; readonly device: string; readonly fault: InjectedFault | null }
  | { readonly kind: 'cloud'; readonly state: 'cut' | 'stalled' | 'mended' }
  | { readonly kind: 'disk'; readonly isFull: boolean }
  | { readonly kind: 'restart service'; readonly end: ServiceEnd; readonly downMs: number }
  | { readonly kind: 'restart console' }
  | { readonly kind: 'studio file'; readonly variant: number }
  | { readonly kind: 'follow events'; readonly address: string };

/** One step: something that happens `atMs` milliseconds after the start. */
export type Step = SimulationEvent & { readonly atMs: number };
