// The console page in a real browser: the table of devices finds, sorts and filters them, and changes many at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { deviceNames, importDevices } from './devices.js';

const devices = [
  { name: 'Köln desk', access: 'read_and_control', station: 'alpha', features: ['signals'] },
  { name: 'Panel 10', access: 'read_only', fixedAddress: '10.20.0.41' },
  { name: 'Panel 2', access: 'read_only', expiresAt: '2020-01-01T12:00:00Z' },
  { name: 'Wall display', access: 'read_only' },
  { name: 'Zebra script', access: 'read_and_control' },
];

describe.skipIf(missingBrowser() !== undefined)('the table of devices', () => {
  const at = consoleTest();
  const names = () => deviceNames(at.page);
  const search = (text: string) => at.page.getByLabel('Find a device').fill(text);

  beforeEach(async () => {
    await importDevices(at.system, devices);
    await at.section('devices');
  });

  it('finds devices without regard to accents, case and the order of words', async () => {
    expect(await names()).toEqual(['Köln desk', 'Panel 2', 'Panel 10', 'Wall display', 'Zebra script']);
    for (const [text, found] of [
      ['DESK koln', ['Köln desk']],
      ['alpha', ['Köln desk']],
      ['0.41 panel', ['Panel 10']],
      ['script control', ['Zebra script']],
    ] as const) {
      await search(text);
      await expect.poll(names, syncTimeout).toEqual(found);
    }
    await search('nowhere');
    await at.page.getByText('No devices match your search.').waitFor();
  });

  it('sorts by each heading, and keeps search, filter and order in the address', async () => {
    await at.button('Device').click();
    await expect.poll(names).toEqual(['Zebra script', 'Wall display', 'Panel 10', 'Panel 2', 'Köln desk']);
    await at.button('Token').click();
    expect((await names())[0]).toBe('Panel 2');
    await at.button('Expired 1').click();
    await expect.poll(names).toEqual(['Panel 2']);
    await expect.poll(() => new URL(at.page.url()).search).toBe('?mark=expired&sort=token');
    await at.page.reload();
    await expect.poll(names, syncTimeout).toEqual(['Panel 2']);
    await at.button('Expired 1').click();
    await expect.poll(async () => (await names()).length).toBe(5);
  });

  it('shows who calls, and filters those who never did', async () => {
    const token = await at.addDevice('A new panel');
    await expect.poll(() => at.statusOf('/api/v2/signals', { token }), syncTimeout).toBe(200);
    await at.button('Last call').click();
    await expect.poll(async () => (await names())[0], syncTimeout).toBe('A new panel');
    await at.page.getByText('from 192.168.1.50').waitFor();
    await at.button('Never used 5').click();
    await expect.poll(names).not.toContain('A new panel');
  });

  it.each([320, 390, 640, 900, 1280, 1600])(
    'has no accessibility violations and scrolls vertically only, %i pixels wide',
    async (width) => {
      await at.page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await at.page.emulateMedia({ colorScheme });
        expect(await accessibilityViolations(at.page)).toEqual([]);
      }
      expect(await hasHorizontalScroll(at.page)).toBe(false);
    },
  );
});
