// The console page in a real browser with 1,000 devices: only the rows near the window exist.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { deviceNames, devicesPath, importDevices } from './devices.js';
import { findingsInDisplays } from './displays.js';
import { layoutShifts, observeLayoutShifts } from './layout-shifts.js';

const count = 1_000;

/** The bounds of the page with all devices. */
const limits = { nodes: 5_000, heapBytes: 40_000_000 };

/** Fills the list with copies of its only device. */
const copyDevice = `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${String(count)})
  UPDATE studios SET configuration = json_set(configuration, '$.devices', json((
    SELECT json_group_array(json_set(configuration, '$.devices[0].id', 'device-' || n, '$.devices[0].name', 'Panel ' || n,
      '$.devices[0].tokenHash', printf('%064x', n)) -> '$.devices[0]') FROM number))) WHERE id = 'studio-1'`;

describe.skipIf(missingBrowser() !== undefined)('the table of 1,000 devices', () => {
  const at = consoleTest();

  const addDevices = async (): Promise<void> => {
    await importDevices(at.system, [{ name: 'Panel', access: 'read_only' }]);
    await at.system.stopConsole();
    const database = new DatabaseSync(join(at.system.folder, 'console', 'console.sqlite'));
    database.exec(copyDevice);
    database.close();
    await at.system.startConsole();
  };
  /** Returns the time from the beginning of the navigation until a device is shown, in milliseconds. */
  const timeToShow = async (name: string): Promise<number> => {
    await at.section('devices');
    await at.page.evaluate(`new Promise((resolve) => {
      const isShown = () => [...document.querySelectorAll('.device-row h3')].some((one) => one.innerText === '${name}');
      const look = () => isShown() ? resolve() : setTimeout(look, 4);
      look();
    })`);
    return at.page.evaluate<number>('Math.round(performance.now())');
  };
  const stateOf = async (name: string): Promise<string | undefined> => {
    const { devices } = (await at.system.callConsole('GET', devicesPath)) as {
      readonly devices: readonly { readonly name: string; readonly state: string }[];
    };
    return devices.find((device) => device.name === name)?.state;
  };

  it('shows, scrolls, finds and revokes within few elements and little memory, and nothing moves', async () => {
    await addDevices();
    console.info(`the first row is shown ${String(await timeToShow('Panel 1'))} ms after the navigation began`);
    expect(await findingsInDisplays(at.page)).toEqual([]);
    await observeLayoutShifts(at.page, '.card, [role=alertdialog]');
    await timeToShow('Panel 1');
    const lastAtEnd = async (): Promise<string | undefined> => {
      await at.page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      return (await deviceNames(at.page)).at(-1);
    };
    await expect.poll(lastAtEnd, syncTimeout).toBe(`Panel ${String(count)}`);
    const nodes = await at.page.evaluate<number>('document.querySelectorAll("*").length');
    const devTools = await at.page.context().newCDPSession(at.page);
    await devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devTools.send('Runtime.getHeapUsage');
    console.info(`the page has ${String(nodes)} elements and uses ${String(Math.round(usedSize / 1e5) / 10)} MB`);
    expect(nodes).toBeLessThan(limits.nodes);
    expect(usedSize).toBeLessThan(limits.heapBytes);
    await at.page.getByLabel('Find a device').fill('987');
    await expect.poll(() => deviceNames(at.page), syncTimeout).toEqual(['Panel 987']);
    await at.button('Revoke Panel 987').click();
    await at.dialog().getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => stateOf('Panel 987'), syncTimeout).toBe('revoked');
    expect(await layoutShifts(at.page)).toEqual([]);
  }, 120_000);
});
