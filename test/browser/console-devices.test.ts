// The console page in a real browser: the table of devices finds, sorts and filters them, and changes many at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { painted } from './painted.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { deviceNames, devicesPath, importDevices, listDevices } from './devices.js';

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

  it('sorts by each heading, and keeps search, filter and order in the address', async () => {
    await at.button('Device').click();
    await expect.poll(names).toEqual(['Zebra script', 'Wall display', 'Panel 10', 'Panel 2', 'Köln desk']);
    await at.button('Token').click();
    await expect.poll(async () => (await names())[0]).toBe('Panel 2');
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

  it('@REPORT-8: shows how the last call of a device was answered, and sorts and filters by it', async () => {
    const settings = { name: 'A new panel', access: 'read_only' };
    const { token } = (await at.system.callConsole('POST', devicesPath, settings)) as { readonly token: string };
    await expect.poll(() => at.statusOf('/api/v2/signals/red-light/on', { token }), syncTimeout).toBe(403);
    await at.page.getByRole('row').getByText('Refused: the device is read-only').waitFor({ timeout: 20_000 });
    await at.button('Answer').click();
    await expect.poll(async () => (await names())[0]).toBe('A new panel');
    await at.button('Last call refused 1').click();
    await expect.poll(names).toEqual(['A new panel']);
    await search('200');
    await at.page.getByText('No devices match your search.').waitFor();
  });

  const select = async (...chosen: readonly string[]): Promise<void> => {
    for (const name of chosen) await at.page.getByLabel(`Select ${name}`).check();
  };
  const stored = async (name: string) => (await listDevices(at.system)).find((device) => device.name === name);

  it('revokes the selected devices with two presses', async () => {
    await select('Köln desk', 'Panel 10');
    await at.button('Revoke selected').click();
    await at.dialog().getByRole('listitem').getByText('Panel 10').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.button('Revoke 2 devices').click();
    await expect.poll(async () => (await stored('Panel 10'))?.state, syncTimeout).toBe('revoked');
    expect(await stored('Köln desk')).toMatchObject({ state: 'revoked' });
    expect(await stored('Panel 2')).toMatchObject({ state: 'active' });
  });

  it('shows which selected devices a search or filter hides, before they are changed', async () => {
    await select('Köln desk', 'Panel 10', 'Wall display');
    await search('panel');
    await at.page.getByText('3 devices selected, 2 not shown').waitFor();
    await at.button('Revoke selected').click();
    const rows = await at.dialog().getByRole('listitem').allInnerTexts();
    expect(rows.map((row) => row.trim())).toEqual(['Köln desk (not shown)', 'Wall display (not shown)', 'Panel 10']);
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.button('Cancel').click();
    await at.button('Show all devices').click();
    await at.page.getByText('3 devices selected', { exact: true }).waitFor();
    await expect.poll(async () => (await names()).length).toBe(5);
  });

  it('offers the stations that the service reports, and marks others as unknown', async () => {
    await at.button('Edit Köln desk').click();
    await at.button('Show suggestions Station (optional)').click();
    const options = at.page.getByRole('option');
    await expect.poll(() => options.allInnerTexts(), syncTimeout).toEqual(['Alpha FM', 'Bravo TV']);
    await at.page.keyboard.press('Escape');
    await at.page.getByLabel('Station (optional)').first().fill('Old FM');
    await at.page.getByText('Unknown station: the studio’s service doesn’t report it.', { exact: false }).waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.button('Save').click();
    await at.dialog().waitFor({ state: 'detached' });
    expect(await stored('Köln desk')).toMatchObject({ station: 'Old FM' });
  });

  it('offers the panels that the service reports, and marks others as unknown', async () => {
    await at.button('Edit Köln desk').click();
    const suggestions = at.button('Show suggestions Limit to a panel (optional)');
    // Suggestions close when the dialog scrolls.
    await suggestions.scrollIntoViewIfNeeded();
    await painted(at.page);
    await suggestions.click();
    const options = at.page.getByRole('option');
    await expect
      .poll(() => options.allTextContents(), syncTimeout)
      .toEqual(['presenter Presenter', 'studio Whole studio']);
    await at.page.keyboard.press('Escape');
    await at.page.getByLabel('Limit to a panel (optional)').first().fill('old');
    await at.page.getByText('Unknown panel: the studio’s service doesn’t report it.', { exact: false }).waitFor();
    await at.page.getByLabel('Limit to a panel (optional)').first().fill('pres');
    await options.first().click();
    await at.button('Save').click();
    await at.dialog().waitFor({ state: 'detached' });
    expect(await stored('Köln desk')).toMatchObject({ panel: 'presenter' });
  });

  it('changes the chosen settings of the selected devices, and no other', async () => {
    await select('Köln desk', 'Wall display');
    await at.button('Edit selected').click();
    expect(await at.button('Save').isDisabled()).toBe(true);
    await at.dialog().getByText('Features', { exact: true }).click();
    await at.dialog().getByText('Fixed address', { exact: true }).click();
    await at.page.getByLabel('Fixed IP address').fill('nowhere');
    await at.button('Save').click();
    await at.page.getByText('Enter an IPv4 or IPv6 address.').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.page.getByLabel('Fixed IP address').fill('10.20.0.50');
    await at.dialog().getByText('Outputs', { exact: true }).click();
    await at.button('Save').click();
    await at.dialog().waitFor({ state: 'detached' });
    const changed = { fixedAddress: '10.20.0.50', features: ['outputs'] };
    expect(await stored('Köln desk')).toMatchObject({ ...changed, access: 'read_and_control', station: 'alpha' });
    expect(await stored('Wall display')).toMatchObject({ ...changed, access: 'read_only' });
    expect(await stored('Panel 2')).toMatchObject({ features: [] });
  });

  it('asks again when someone else changed devices meanwhile', async () => {
    await select('Köln desk');
    await at.button('Edit selected').click();
    await at.dialog().getByText('Access', { exact: true }).click();
    await at.system.callConsole('PATCH', `${devicesPath}/${(await stored('Köln desk'))?.id ?? ''}`, {
      station: 'bravo',
    });
    await at.button('Save').click();
    await at.page.getByText('Someone else changed devices of this studio.').waitFor();
    await at.button('Save').click();
    await at.dialog().waitFor({ state: 'detached' });
    expect(await stored('Köln desk')).toMatchObject({ access: 'read_only', station: 'bravo' });
  });

  it.each([320, 390, 640, 900, 1280, 1600])(
    'has no accessibility violations and scrolls vertically only, %i pixels wide',
    async (width) => {
      await select('Köln desk');
      await at.page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await at.page.emulateMedia({ colorScheme });
        expect(await accessibilityViolations(at.page)).toEqual([]);
      }
      expect(await hasHorizontalScroll(at.page)).toBe(false);
    },
  );
});
