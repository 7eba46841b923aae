// Menu entries that export devices.
import { download } from '../ui/download.js';
import type { MenuAction } from '../ui/menu-button.js';
import type { DeviceOverview } from '../api/contract.js';
import { devicesToCsv, devicesToJson } from './device-records.js';

/** Returns the entries. The files contain settings and last calls, and no tokens. */
export const exportActions = (studioId: string, devices: readonly DeviceOverview[]): readonly MenuAction[] => [
  {
    label: 'Export as CSV',
    run: () => {
      download(`${studioId}-devices.csv`, 'text/csv', devicesToCsv(devices));
    },
  },
  {
    label: 'Export as JSON',
    run: () => {
      download(`${studioId}-devices.json`, 'application/json', devicesToJson(devices));
    },
  },
];
