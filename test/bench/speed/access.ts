// The access of a measured service: devices with tokens, and addresses that need none. Loopback is an address like any other.
import { configurationFile } from '../../../adapters/storage/configuration-file.js';
import { hashToken } from '../../../adapters/node/secrets.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import { newDevice, type Device } from '../../../domain/devices/device.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { memoryLog } from '../../application/console/readable-log.js';

/** Returns the token of a device by its number. */
export const tokenOf = (device: number): string => `svc_${String(device).padStart(32, '0')}`;

/** The token of the first device. */
export const token = tokenOf(0);

/** The addresses of the callers: one that is listed, and one that needs a token. */
export const addresses = { listed: '127.0.0.1', other: '127.0.0.2' };

/** How many devices and listed addresses a service knows. */
export interface AccessCounts {
  readonly devices: number;
  readonly listed: number;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const device = (number: number): Device => {
  const settings = { name: `Panel ${String(number)}`, access: 'read_and_control' as const, features: [] };
  const tokenHash = hashToken(tokenOf(number));
  const unlimited = { station: null, fixedAddress: null, expiresAt: null, panel: null, operations: [] };
  const id = `panel-${String(number)}`;
  return newDevice({ ...settings, ...unlimited }, id, { tokenHash, issuedAt: '2026-01-01T00:00:00.000Z' });
};

/** Ranges that contain no address of a call, and the listed address at the end. */
const listedDevices = (count: number) => [
  ...numbers(count - 1).map((number) => ({
    address: `10.${String(Math.floor(number / 256))}.${String(number % 256)}.0/24`,
    label: `Range ${String(number)}`,
  })),
  { address: addresses.listed, label: 'Listed' },
];

/** Stores an access configuration in the folder of a service's data. */
export const storeAccess = async (folder: string, { devices, listed }: AccessCounts): Promise<void> => {
  const standard = defaultConfiguration(demoStudio.id);
  const access = { ...standard.access, accessWithoutToken: 'listed' as const, listedDevices: listedDevices(listed) };
  const file = configurationFile({ folder, studioId: demoStudio.id, log: memoryLog() });
  await file.save({ ...standard, version: 1, access, devices: numbers(devices).map(device) });
};
