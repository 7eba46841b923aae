// What the service needs of the world around it, named for what it wants of it. Adapters and the simulator answer.
import * as E from 'fp-ts/lib/Either.js';
import type { Enforcement } from '../domain/access/enforcement.js';
import type { Failure } from '../domain/failure.js';
import type { ClipDefinition } from '../domain/studio/clip.js';
import type { StudioLayout, StudioRecords } from '../domain/studio/layout.js';
import type { Scene } from '../domain/studio/output.js';
import type { StudioPresent } from '../domain/studio/present.js';

import type { About } from './about.js';
import type { ActionRecords } from './action-records.js';
import type { Automations } from './automations.js';
import type { Events } from './events/events.js';
import type { Macros } from './macros.js';
import type { Metrics } from './metrics.js';
import type { PulsingLines } from './pulses.js';
import type { RequestLog } from './request-log.js';
import type { Watch } from './watch.js';

/** Time, injected so that it can be wound by hand. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Runs `task` once, `delayMs` from now (0 and up); the returned function calls it off. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}

/** Unguessable values. */
export interface Secrets {
  /** A fresh id, unique for all practical purposes: 1 to 36 URL-safe characters. */
  readonly id: () => string;
  /** A fresh device token (part 8 of the specification). */
  readonly token: () => string;
}

/** How a step of a command ended. */
export type Ended = E.Either<Failure, void>;

/**
 * A command that has left for its device. Either promise may never settle when the device stays silent, and may settle
 * long after nobody waits any more; neither ever rejects.
 */
export interface Sent {
  /** The device's first reply: it has taken the command. */
  readonly accepted: Promise<Ended>;
  /** The device's own state shows what was asked for. */
  readonly confirmed: Promise<Ended>;
  /**
   * Asked when nobody waits any longer: why it isn't confirmed, where the device answers and its state shows something
   * else; undefined where it is silent. A device without the question is silent.
   */
  readonly verdict?: () => Failure | undefined;
}

/** Sends a command, or says at once why it can't: `device_unavailable` when the device isn't connected. */
export type Sending = E.Either<Failure, Sent>;

const now: Promise<Ended> = Promise.resolve(E.right(undefined));

/** What the service does by itself is acknowledged at once. */
export const atOnce: Sending = E.right({ accepted: now, confirmed: now });

/** A clip told to a player, found in a bank. */
export interface Cue {
  readonly bank: string;
  readonly clip: ClipDefinition;
}

/** The players behind the outputs, as far as they have told of themselves. */
export interface Players {
  readonly play: (output: string, scene: string, cue: Cue) => Sending;
  /** Ends what the scenes play; confirmed once none of them plays. */
  readonly stop: (output: string, scenes: readonly string[]) => Sending;
  /** What every scene of an output plays, in the layout's order, and whether its player is connected. */
  readonly state: (output: string) => { readonly connected: boolean; readonly scenes: readonly Scene[] };
  /** Tells the id of an output whose `state` may have changed: a clip began, ended or was stopped, a player came or went. */
  readonly watch: Watch;
}

/** The lines that switch and sense signals. */
export interface SignalLines {
  readonly switch: (signal: string, on: boolean) => Sending;
  /** The value last told by the line. */
  readonly value: (signal: string) => boolean;
  /** Tells the id of a signal whose value may have changed. */
  readonly watch: Watch;
}

/** The cameras that recall angles. */
export interface Cameras {
  readonly recall: (camera: string, angle: string) => Sending;
  /** The id of the angle last told by the camera, null before the first. */
  readonly angle: (camera: string) => string | null;
  /** Tells the id of a camera whose angle may have changed. */
  readonly watch: Watch;
}

/** A change of the present. */
export interface PresentChange {
  readonly before: StudioPresent;
  readonly now: StudioPresent;
}

/** The studio: how it is laid out, and the part of its present that the service itself remembers. */
export interface StudioState {
  readonly layout: StudioLayout;
  readonly records: StudioRecords;
  readonly present: () => StudioPresent;
  /** Decides on the newest present and remembers what comes of it; confirmed once it is remembered. */
  readonly change: (decide: (present: StudioPresent) => E.Either<Failure, StudioPresent>) => Sending;
  /** Tells every change of the present. */
  readonly watch: Watch<PresentChange>;
}

/** The access configuration in force, compiled; swapped whole when a new one arrives. */
export interface AccessInForce {
  readonly current: () => Enforcement;
}

/** The reference of the API, as whoever serves it writes it. */
export interface Reference {
  /** The machine-readable description of what a configuration has switched on. */
  readonly document: (enforcement: Enforcement) => string;
  /** The page that shows it to people. */
  readonly page: string;
}

/** The service's own log. `fields` are told beside the sentence; neither holds a secret. */
export interface Log {
  readonly info: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly error: (sentence: string, fields?: Readonly<Record<string, unknown>>) => void;
}

/** Everything the control operations may ask for; each names the few it needs. */
export interface ControlPorts {
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
  readonly signalLines: PulsingLines;
  readonly cameras: Cameras;
  readonly macros: Macros;
  readonly automations: Automations;
  readonly access: AccessInForce;
  readonly about: About;
  readonly requestLog: RequestLog;
  readonly actions: ActionRecords;
  readonly events: Events;
  readonly metrics: Metrics;
  readonly reference: Reference;
}
