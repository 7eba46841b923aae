// Devices for tests of the console page.
import type { Page } from 'playwright-core';
import type { DeviceOverview } from '../../application/console/endpoints/device-overview.js';
import type { TestSystem } from './test-system.js';

/** The path of the demo studio's devices in the management API. */
export const devicesPath = '/api/studios/studio-1/devices';

/** Adds devices to the demo studio. */
export const importDevices = async ({ callConsole }: TestSystem, devices: readonly object[]): Promise<void> => {
  await callConsole('POST', `${devicesPath}/import`, { devices });
};

/** Returns the devices of the demo studio. */
export const listDevices = async ({ callConsole }: TestSystem): Promise<readonly DeviceOverview[]> =>
  ((await callConsole('GET', devicesPath)) as { readonly devices: readonly DeviceOverview[] }).devices;

/** Returns the names of the devices that the table shows, in its order. */
export const deviceNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.device-rows [role=row]')]
    .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)
    .map((row) => row.querySelector('h3').innerText)`);
