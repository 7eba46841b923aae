// The console page in a real browser: Ctrl-K finds studios, devices, addresses and settings.
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';

describe.skipIf(missingBrowser() !== undefined)('Ctrl-K', () => {
  const at = consoleTest();
  /** Opens what a search finds first, once that is the named one: devices and addresses are found a moment later. */
  const openFirst = async (text: string, name: string): Promise<void> => {
    await at.page.keyboard.press('Control+k');
    await at.page.getByLabel('Studio, device, address or setting').fill(text);
    await expect.poll(() => at.page.getByRole('option').first().innerText(), syncTimeout).toContain(name);
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
    await openFirst('koln tv', 'TV Köln');
    await expect.poll(path, syncTimeout).toBe('/studios/koeln-tv/live');
    await expect.poll(focused, syncTimeout).toBe('TV Köln');
    await openFirst('studio one', 'Studio One');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/live');
    await openFirst('desk panel', 'Desk panel');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/devices');
    expect(await at.page.getByLabel('Find a device').inputValue()).toBe('Desk panel');
    await openFirst('rack 192', '192.168.7.20');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/access');
    await openFirst('switches', 'Features');
    await expect.poll(path, syncTimeout).toBe('/studios/studio-1/features');
    await openFirst('password', 'Your account');
    await expect.poll(path, syncTimeout).toBe('/account');
  });

  it('finds devices and addresses of studios that are not open, and counts those that it does not show', async () => {
    await at.system.callConsole('POST', '/api/studios', { id: 'koeln-tv', name: 'TV Köln' });
    const devices = Array.from({ length: 25 }, (_, place) => ({
      ...{ name: `Régie panel ${String(place)}`, access: 'read_only', station: null, fixedAddress: null, features: [] },
    }));
    await at.system.callConsole('POST', '/api/studios/koeln-tv/devices/import', { devices });
    const access = (await at.system.callConsole('GET', '/api/studios/koeln-tv/access')) as object;
    const listedDevices = [{ address: '10.20.0.0/16', label: 'Rack' }];
    await at.system.callConsole('PUT', '/api/studios/koeln-tv/access', { ...access, listedDevices });
    await at.section('history');
    await at.page.keyboard.press('Control+k');
    await at.page.getByLabel('Studio, device, address or setting').fill('regie');
    await at.page.getByText('5 more devices and addresses match. Enter more words.').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.page.keyboard.press('Escape');
    await openFirst('koln regie 24', 'Régie panel 24');
    await expect.poll(path, syncTimeout).toBe('/studios/koeln-tv/devices');
    await openFirst('10.20.1.7', '10.20.0.0/16');
    await expect.poll(path, syncTimeout).toBe('/studios/koeln-tv/access');
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
