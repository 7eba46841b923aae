// The driver table: the driver of each protocol that connections speak.
import { modbus } from '../adapters/drivers/modbus/modbus.js';
import { mqtt } from '../adapters/drivers/mqtt/mqtt.js';
import { visca } from '../adapters/drivers/visca/visca.js';
import type { DriverTable } from '../application/connections/connection-driver.js';

/** The drivers by protocol. A driver is one folder in `adapters/drivers/` and one row here. */
export const connectionDrivers = { modbus, mqtt, visca } as const satisfies DriverTable;

/** The protocols that connections speak. */
export type ConnectionProtocol = keyof typeof connectionDrivers;
