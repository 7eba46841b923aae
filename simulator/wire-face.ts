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
  /** The clock of the simulated devices. By default they run in real time. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** Equipment that listens for the service. */
export interface WireFace {
  /** Listens on a port; 0 for any. Returns the port. */
  readonly listen: (port: number, host: string) => Promise<number>;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/** Creates the face of a connection. It shares no code with the driver. */
export type OpenFace = (options: FaceOptions) => WireFace;
