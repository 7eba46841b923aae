// What the devices of a studio share, and what each shows of itself.
import type { Clock } from '../application/ports/clock.js';
import type { CommandLog } from './command-log.js';
import type { InjectedFault } from './fault.js';
import type { Random } from './random.js';

/** Which device of the studio. */
export interface DeviceIdentity {
  /** The id of the layout. */
  readonly id: string;
  readonly kind: 'player' | 'signal_line' | 'camera';
  readonly name: string;
}

/** A device at one moment: how it is, and how it has told to be. */
export interface DeviceSnapshot extends DeviceIdentity {
  readonly connected: boolean;
  readonly fault: InjectedFault | null;
  readonly actual: unknown;
  readonly reported: unknown;
}

/** What changed: a device's fault, its true state, its reported state, or what is logged of its commands. */
export interface DeviceChange {
  readonly device: string;
  readonly what: 'fault' | 'actual' | 'reported' | 'command';
}

/** What all devices of a studio share. */
export interface SimulatedWorld {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: CommandLog;
  readonly changed: (change: DeviceChange) => void;
}
