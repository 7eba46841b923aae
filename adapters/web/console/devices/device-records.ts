// Devices as records of a file, CSV or JSON. Files never contain tokens of existing devices.
import type { DeviceOverview } from '../api/contract.js';
import { csvLine, type Cell } from '../api/rules.js';
import { answerText } from './answer.js';
import { operationLines } from './operation-lines.js';

/** The columns of an exported file. An import reads the settings, leaves out revoked devices, and ignores the calls. */
export const recordFields = [
  ...(['name', 'access', 'station', 'fixedAddress', 'features', 'expiresAt', 'panel', 'operations'] as const),
  ...(['state', 'lastCall', 'lastCallAddress', 'lastAnswer'] as const),
];

const recordOf = (device: DeviceOverview) => ({
  name: device.name,
  access: device.access,
  station: device.station,
  fixedAddress: device.fixedAddress,
  features: device.features,
  expiresAt: device.expiresAt,
  panel: device.panel,
  operations: device.operations,
  state: device.state,
  lastCall: device.lastCall?.time ?? null,
  lastCallAddress: device.lastCall?.address ?? null,
  lastAnswer: device.lastCall?.answer ? answerText(device.lastCall.answer) : null,
});

const toCsv = (rows: readonly (readonly Cell[])[]): string => rows.map((cells) => `${csvLine(cells)}\n`).join('');

const cellsOf = (device: DeviceOverview): readonly Cell[] =>
  Object.values({
    ...recordOf(device),
    features: device.features.join(' '),
    operations: operationLines(device.operations),
  });

/** Returns devices as CSV. */
export const devicesToCsv = (devices: readonly DeviceOverview[]): string =>
  toCsv([recordFields, ...devices.map(cellsOf)]);

/** Returns devices as JSON. */
export const devicesToJson = (devices: readonly DeviceOverview[]): string =>
  `${JSON.stringify({ devices: devices.map(recordOf) }, null, 2)}\n`;

/** Returns names and tokens as CSV. */
export const tokensToCsv = (tokens: readonly { readonly name: string; readonly token: string }[]): string =>
  toCsv([['name', 'token'], ...tokens.map(({ name, token }) => [name, token])]);

/** Returns the text of a cell that `csvLine` has written: without the apostrophe of a formula. */
export const unescapeCell = (cell: string): string => cell.trim().replace(/^'('*[=+\-@])/, '$1');
