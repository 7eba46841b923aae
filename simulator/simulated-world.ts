// What the devices of a simulated studio share, and how each describes itself.
import type { Clock } from '../application/ports/clock.js';
import type { CommandLog } from './command-log.js';
import type { FaultType, InjectedFault } from './fault.js';
import type { DeviceRandoms, Random } from './random.js';

/** Identifies a device of the studio. */
export interface DeviceIdentity {
  /** Id of its definition in the layout. */
  readonly id: string;
  readonly kind: 'player' | 'signal_line' | 'camera';
  readonly name: string;
}

/** A device at one moment: its actual state, and the state that it last reported. */
export interface DeviceSnapshot extends DeviceIdentity {
  readonly connected: boolean;
  /** The faults that it can have. */
  readonly faults: readonly FaultType[];
  readonly fault: InjectedFault | null;
  readonly actual: unknown;
  readonly reported: unknown;
}

/** A change of a device: of its fault, its actual state, its reported state, or its entries in the command log. */
export interface DeviceChange {
  readonly device: string;
  readonly what: 'fault' | 'actual' | 'reported' | 'command';
}

/** What all devices of a studio share. */
export interface StudioWorld {
  readonly clock: Clock;
  readonly randoms: Pick<DeviceRandoms, 'of'>;
  readonly log: CommandLog;
  readonly changed: (change: DeviceChange) => void;
}

/** The world of one device: `random` is its own generator. */
export interface SimulatedWorld extends Omit<StudioWorld, 'randoms'> {
  readonly random: Random;
}

/** Returns the world of a device. */
export const worldOf = ({ randoms, ...shared }: StudioWorld, device: string): SimulatedWorld => ({
  ...shared,
  random: randoms.of(device),
});
