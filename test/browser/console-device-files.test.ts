// The console page in a real browser: devices are exported, imported from files, and copied to another studio.
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { deviceNames, devicesPath, importDevices, listDevices } from './devices.js';
import { findingsInDisplays } from './displays.js';

const devices = [
  { name: 'Köln desk', access: 'read_and_control', station: 'alpha', features: ['signals', 'outputs'] },
  { name: '=Panel, "2"', access: 'read_only', fixedAddress: '10.20.0.41', expiresAt: '2099-01-01T12:00:00.000Z' },
];

const tokenPattern = /svc_[a-z0-9]{32}/g;

describe.skipIf(missingBrowser() !== undefined)('files of devices', () => {
  const at = consoleTest();

  const saved = async (press: Locator): Promise<{ readonly name: string; readonly text: string }> => {
    const [download] = await Promise.all([at.page.waitForEvent('download'), press.click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const menu = async (button: string, item: string): Promise<Locator> => {
    await at.button(button).click();
    return at.page.getByRole('menuitem', { name: item });
  };
  const choose = async (name: string, text: string | Buffer): Promise<void> => {
    const [chooser] = await Promise.all([
      at.page.waitForEvent('filechooser'),
      at.page.getByRole('button', { name: /^Choose (another )?file$/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  const openImport = async (): Promise<void> => {
    await at.section('devices');
    await (await menu('Import and export', 'Import devices')).click();
  };
  const settings = async () =>
    (await listDevices(at.system)).map(({ name, access, station, fixedAddress, features, expiresAt }) => ({
      ...{ name, access, station, fixedAddress, features, expiresAt },
    }));

  it.each(['CSV', 'JSON'])('are exported as %s without tokens, and imported with the same settings', async (kind) => {
    await importDevices(at.system, devices);
    const before = await settings();
    await at.section('devices');
    await at.page.getByText('Köln desk').waitFor();
    const { name, text } = await saved(await menu('Import and export', `Export as ${kind}`));
    expect(name).toBe(`studio-1-devices.${kind.toLowerCase()}`);
    expect(text).not.toMatch(/svc_|[0-9a-f]{64}/);
    for (const { id } of await listDevices(at.system)) await at.system.callConsole('DELETE', `${devicesPath}/${id}`);
    await openImport();
    await choose(name, text);
    await at.button('Import 2 devices').click();
    const tokens = (await saved(at.button('Download tokens'))).text.match(tokenPattern) ?? [];
    await at.button('Done').click();
    expect(await settings()).toEqual(before);
    expect(new Set(tokens).size).toBe(2);
    const [desk = ''] = tokens;
    await expect.poll(() => at.statusOf('/api/v2/signals', { token: desk }), syncTimeout).toBe(200);
    expect(await at.page.content()).not.toMatch(tokenPattern);
  });

  it('are not needed to copy devices to another studio, where they get new tokens', async () => {
    await importDevices(at.system, [...devices, { name: 'Old panel', access: 'read_only' }]);
    const old = (await listDevices(at.system)).find(({ name }) => name === 'Old panel');
    await at.system.callConsole('POST', `${devicesPath}/${old?.id ?? ''}/revoke`, {});
    await at.system.callConsole('POST', '/api/studios', { id: 'studio-2', name: 'Studio Two' });
    await at.system.callConsole('POST', '/api/studios/studio-2/devices', { name: 'köln DESK', access: 'read_only' });
    await at.section('devices');
    const removal = await menu('More actions for Old panel', 'Delete');
    await removal.waitFor();
    expect(await at.page.getByRole('menuitem').count()).toBe(1);
    await at.page.keyboard.press('Escape');
    await at.page.getByLabel('Select all devices that are shown').check();
    await (await menu('More', 'Copy to another studio')).click();
    await at.page
      .getByText('1 device left out, because the studio has a device with the same name: Köln desk.')
      .waitFor();
    await at.page.getByText('1 device left out, because its token is revoked: Old panel.').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.button('Copy 1 device').click();
    const { name, text } = await saved(at.button('Download tokens'));
    expect(name).toBe('studio-2-tokens.csv');
    expect(text.match(tokenPattern)).toHaveLength(1);
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.button('Done').click();
    await at.tab.goTo('/studios/studio-2/devices');
    await expect.poll(() => deviceNames(at.page), syncTimeout).toEqual(['=Panel, "2"', 'köln DESK']);
  });

  it('are imported in every display', async () => {
    await importDevices(at.system, devices);
    await openImport();
    await choose('devices.csv', 'name,access\nNew,read_only\n');
    expect(await findingsInDisplays(at.page)).toEqual([]);
  });
});
