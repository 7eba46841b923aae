// The simulated equipment of each protocol that connections speak. A protocol without it doesn't compile.
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { safeDrivers, type Drivers } from '../../application/commands/drivers.js';
import type { Log } from '../../application/ports/log.js';
import { textIn } from '../../domain/codec/unchecked.js';
import { atemFace } from '../../simulator/atem/face.js';
import { emberplusFace } from '../../simulator/emberplus/face.js';
import { gpioFace } from '../../simulator/gpio/chip.js';
import { hyperdeckFace } from '../../simulator/hyperdeck/face.js';
import { modbusFace } from '../../simulator/modbus/face.js';
import { mqttFace } from '../../simulator/mqtt/face.js';
import { obsFace } from '../../simulator/obs/face.js';
import { panasonicFace } from '../../simulator/panasonic/face.js';
import { httpFace } from '../../simulator/text/http.js';
import { oscFace } from '../../simulator/text/osc.js';
import { tcpFace } from '../../simulator/text/tcp.js';
import { udpFace } from '../../simulator/text/udp.js';
import { videohubFace } from '../../simulator/videohub/face.js';
import { mixerFace } from '../../simulator/tsl/mixer.js';
import { viscaFace } from '../../simulator/visca/face.js';
import { vmixFace } from '../../simulator/vmix/face.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { FaceOptions, OpenFace, WireFace } from '../../simulator/wire-face.js';
import type { ConnectionProtocol } from '../service/connection-drivers.js';

/** The protocols whose equipment shows simulated devices. A simulated CasparCG server is a device itself. */
export type FaceProtocol = Exclude<ConnectionProtocol, 'casparcg'>;

/** The faces by protocol: one folder in `simulator/` and one row here for each driver. */
export const connectionFaces: Readonly<Record<FaceProtocol, OpenFace>> = {
  modbus: modbusFace,
  mqtt: mqttFace,
  emberplus: emberplusFace,
  panasonic: panasonicFace,
  visca: viscaFace,
  vmix: vmixFace,
  hyperdeck: hyperdeckFace,
  videohub: videohubFace,
  atem: atemFace,
  tcp: tcpFace,
  http: httpFace,
  udp: udpFace,
  osc: oscFace,
  obs: obsFace,
  tsl: mixerFace,
  gpio: gpioFace,
};

const nothing = (): void => undefined;

/** The service logs by itself that a driver is broken. */
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Returns the devices of a studio as equipment shows them: one whose driver is broken is away. */
const devicesOnWire = (studio: SimulatedStudio): Drivers => safeDrivers(studio, unconnectedDrivers(studio), silent);

/** Creates the face of a connection of a studio. */
export const faceOf = (
  protocol: FaceProtocol,
  studio: SimulatedStudio,
  connection: Pick<FaceOptions, 'settings' | 'attachments'>,
): WireFace =>
  connectionFaces[protocol]({ ...connection, devices: devicesOnWire(studio), now: studio.now, after: studio.after });

/** Where the equipment of a protocol listens, or where it sends to. */
export interface FacePort {
  readonly transport: 'tcp' | 'udp';
  /** The port of connections that name none; undefined if the studio file must name it. */
  readonly standard?: number;
  /** Whether the service listens at the port, and the equipment sends to it. */
  readonly isSender?: boolean;
}

/** The ports by protocol. */
export const facePorts: Readonly<Record<FaceProtocol, FacePort>> = {
  modbus: { transport: 'tcp', standard: 502 },
  mqtt: { transport: 'tcp', standard: 1_883 },
  emberplus: { transport: 'tcp', standard: 9_000 },
  panasonic: { transport: 'tcp', standard: 80 },
  visca: { transport: 'udp', standard: 52_381 },
  vmix: { transport: 'tcp', standard: 8_099 },
  hyperdeck: { transport: 'tcp', standard: 9_993 },
  videohub: { transport: 'tcp', standard: 9_990 },
  atem: { transport: 'udp', standard: 9_910 },
  tcp: { transport: 'tcp' },
  http: { transport: 'tcp', standard: 80 },
  udp: { transport: 'udp' },
  osc: { transport: 'udp' },
  obs: { transport: 'tcp', standard: 4_455 },
  tsl: { transport: 'udp', isSender: true },
  // What stands in for the programs of gpiod connects to it.
  gpio: { transport: 'tcp', standard: 18_617 },
};

/** The ports of connections with a `transport`, by its name. */
const transportPorts: Readonly<Record<string, FacePort>> = {
  'udp-raw': { transport: 'udp', standard: 1_259 },
  tcp: { transport: 'tcp', standard: 5_678 },
};

/** Returns where the equipment of a connection listens. */
export const facePortOf = (protocol: FaceProtocol, settings: Readonly<Record<string, unknown>>): FacePort =>
  (protocol === 'visca' ? transportPorts[textIn(settings, 'transport') ?? ''] : undefined) ?? facePorts[protocol];
