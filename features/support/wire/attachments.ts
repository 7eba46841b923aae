// How the demo studio's devices are attached to a connection of each protocol.
import type { ConnectionProtocol } from '../../../infra/connection-drivers.js';

/** The settings of a connection besides its address, and of the record with a number that is attached to it. */
export interface WireAttachments {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly line?: (number: number) => Readonly<Record<string, unknown>>;
  readonly head?: (angles: readonly string[]) => Readonly<Record<string, unknown>>;
  readonly player?: (scenes: readonly string[]) => Readonly<Record<string, unknown>>;
}

/** The attachments by protocol. Every protocol has some, so that the features run against its simulated equipment. */
export const wireAttachments: Readonly<Record<ConnectionProtocol, WireAttachments>> = {
  modbus: { line: (number) => ({ coil: number }) },
  mqtt: { line: (number) => ({ profile: 'shelly-gen2', device: `relay-${String(number)}` }) },
  visca: { head: (angles) => ({ presets: Object.fromEntries(angles.map((angle, preset) => [angle, preset])) }) },
};
