// The driver table: the driver of each protocol that connections speak.
import { atem } from '../../adapters/drivers/atem/atem.js';
import { casparcg } from '../../adapters/drivers/casparcg/casparcg.js';
import { emberplus } from '../../adapters/drivers/emberplus/emberplus.js';
import { gpio } from '../../adapters/drivers/gpio/gpio.js';
import { http } from '../../adapters/drivers/http/http.js';
import { hyperdeck } from '../../adapters/drivers/hyperdeck/hyperdeck.js';
import { modbus } from '../../adapters/drivers/modbus/modbus.js';
import { mqtt } from '../../adapters/drivers/mqtt/mqtt.js';
import { obs } from '../../adapters/drivers/obs/obs.js';
import { osc } from '../../adapters/drivers/osc/osc.js';
import { panasonic } from '../../adapters/drivers/panasonic/panasonic.js';
import { tcp } from '../../adapters/drivers/tcp/tcp.js';
import { tsl } from '../../adapters/drivers/tsl/mixer.js';
import { udp } from '../../adapters/drivers/udp/udp.js';
import { videohub } from '../../adapters/drivers/videohub/videohub.js';
import { visca } from '../../adapters/drivers/visca/visca.js';
import { vmix } from '../../adapters/drivers/vmix/vmix.js';
import type { DriverGrade, DriverTable } from '../../application/connections/connection-driver.js';

/** The drivers by protocol. A driver is one folder in `adapters/drivers/` and one row here. */
export const connectionDrivers = {
  casparcg,
  modbus,
  mqtt,
  emberplus,
  panasonic,
  visca,
  vmix,
  hyperdeck,
  videohub,
  atem,
  tcp,
  http,
  udp,
  osc,
  obs,
  tsl,
  gpio,
} as const satisfies DriverTable;

/** The grades of the drivers, by their protocols. */
export const connectionGrades: Readonly<Record<string, DriverGrade>> = Object.fromEntries(
  Object.entries(connectionDrivers).map(([protocol, { grade }]) => [protocol, grade]),
);

/** The protocols that connections speak. */
export type ConnectionProtocol = keyof typeof connectionDrivers;

/** Whether a text names a protocol of the driver table. */
export const isConnectionProtocol = (name: string): name is ConnectionProtocol =>
  Object.hasOwn(connectionDrivers, name);
