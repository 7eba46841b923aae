// The console page in a real browser: Ctrl-K finds studios, devices, addresses and settings.
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';

describe.skipIf(missingBrowser() !== undefined)('Ctrl-K', () => {
  const at = consoleTest();
  const openFirst = async (text: string): Promise<void> => {
    await at.page.keyboard.press('Control+k');
    await at.page.getByLabel('Studio, device, address or setting').fill(text);
    await at.page.getByRole('option').first().waitFor();
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('Enter');
    await at.dialog().waitFor({ state: 'detached' });
  };
  const path = () => new URL(at.page.url()).pathname;
  const focused = () => at.page.locator(':focus').innerText();

  it('finds studios, settings, devices and addresses, and opens them', async () => {
    await at.system.callConsole('POST', '/api/studios', { id: 'koeln-tv', name: 'TV Köln' });
    const device = { name: 'Desk panel', access: 'read_only', station: null, fixedAddress: null, features: [] };
    await at.system.callConsole('POST', '/api/studios/studio-1/devices', device);
    const access = (await at.system.callConsole('GET', '/api/studios/studio-1/access')) as object;
    const listedDevices = [{ address: '192.168.7.20', label: 'Rack' }];
    await at.system.callConsole('PUT', '/api/studios/studio-1/access', { ...access, listedDevices });
    await at.page.getByRole('link', { name: 'TV Köln' }).waitFor();
    await openFirst('koln tv');
    await expect.poll(path, syncTimeout).toBe('/studios/koeln-tv/access');
    await expect.poll(focused, syncTimeout).toBe('TV Köln');
    await openFirst('studio one');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/access');
    await openFirst('desk panel');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/devices');
    await openFirst('rack 192');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/access');
    await openFirst('switches');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/features');
    await openFirst('password');
    await expect.poll(path, syncTimeout).toBe('/account');
  });

  it('returns the focus where it was when it is closed', async () => {
    const heading = at.page.getByRole('button', { name: 'Add studio' });
    await heading.focus();
    await at.page.keyboard.press('Control+k');
    await at.page.getByRole('option').first().waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    expect(await hasHorizontalScroll(at.page)).toBe(false);
    await at.page.keyboard.press('Escape');
    await at.dialog().waitFor({ state: 'detached' });
    await expect.poll(focused, syncTimeout).toBe('Add studio');
  });
});
