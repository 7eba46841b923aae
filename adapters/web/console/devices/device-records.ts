// Devices as records of a file, CSV or JSON. Files never contain tokens of existing devices.
import Papa from 'papaparse';
import type { DeviceOverview } from '../api/contract.js';

/** The columns of an exported file. An import reads the settings, leaves out revoked devices, and ignores the calls. */
export const recordFields = [
  ...(['name', 'access', 'station', 'fixedAddress', 'features', 'expiresAt'] as const),
  ...(['state', 'lastCall', 'lastCallAddress'] as const),
];

const recordOf = (device: DeviceOverview) => ({
  name: device.name,
  access: device.access,
  station: device.station,
  fixedAddress: device.fixedAddress,
  features: device.features,
  expiresAt: device.expiresAt,
  state: device.state,
  lastCall: device.lastCall?.time ?? null,
  lastCallAddress: device.lastCall?.address ?? null,
});

/** Formulas are escaped, because spreadsheets would run them. */
const csvOptions: Papa.UnparseConfig = { escapeFormulae: true };

/** Returns devices as CSV. */
export const devicesToCsv = (devices: readonly DeviceOverview[]): string =>
  Papa.unparse(
    {
      fields: [...recordFields],
      data: devices.map((device) => ({ ...recordOf(device), features: device.features.join(' ') })),
    },
    csvOptions,
  );

/** Returns devices as JSON. */
export const devicesToJson = (devices: readonly DeviceOverview[]): string =>
  `${JSON.stringify({ devices: devices.map(recordOf) }, null, 2)}\n`;

/** Returns names and tokens as CSV. */
export const tokensToCsv = (tokens: readonly { readonly name: string; readonly token: string }[]): string =>
  Papa.unparse({ fields: ['name', 'token'], data: tokens.map(({ name, token }) => ({ name, token })) }, csvOptions);

/** Returns a cell of a spreadsheet as it was before its formula was escaped. */
export const unescapeCell = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '');
