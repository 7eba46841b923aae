// Menu entries that export devices.
import type { DeviceOverview } from '../api/contract.js';
import { download } from '../ui/download.js';
import { exportActions } from '../ui/export-actions.js';
import type { MenuAction } from '../ui/menu-button.js';
import { devicesToCsv, devicesToJson } from './device-records.js';

const convert = { csv: devicesToCsv, json: devicesToJson } as const;

/** Returns the entries. The files contain settings and last calls, and no tokens. */
export const deviceExports = (studioId: string, devices: readonly DeviceOverview[]): readonly MenuAction[] =>
  exportActions((format) => {
    download(`${studioId}-devices`, format, convert[format](devices));
  });
