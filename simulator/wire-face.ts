// Simulated equipment on the wire: it speaks the protocol of a connection and acts on simulated devices.
import type { Drivers } from '../application/commands/drivers.js';
import type { RawAttachments } from '../application/connections/attachments.js';
import type { Clock } from '../application/ports/clock.js';

/** What a face shows on the wire. */
export interface FaceOptions {
  /** The fields of the connection, as the studio file has them. The face decodes them by itself. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What is attached to the connection, as the studio file has it. */
  readonly attachments: RawAttachments;
  /** The simulated devices. A device with a fault shows it on the wire. */
  readonly devices: Drivers;
  /** Returns the time of the devices, in milliseconds since 1970 UTC. Faces that show positions need it. */
  readonly now?: () => number;
  /** Runs a task later in the time of the devices. Faces that repeat what they send need it. */
  readonly after?: Clock['after'];
}

/** Equipment that listens for the service, or that sends to a port at which the service listens. */
export interface WireFace {
  /** Listens on a port, or sends to it; 0 for any. Returns the port. */
  readonly listen: (port: number, host: string) => Promise<number>;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/** Creates the face of a connection. It shares no code with the driver. */
export type OpenFace = (options: FaceOptions) => WireFace;
