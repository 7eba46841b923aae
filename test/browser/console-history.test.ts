// The console page in a real browser: the history shows fields before and after, and restores earlier settings.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest } from './console-test.js';
import { findingsInDisplays } from './displays.js';
import { layoutShifts, observeLayoutShiftsFromNow } from './layout-shifts.js';

const studio = '/api/studios/studio-1';

const access = { apiEnabled: true, accessWithoutToken: 'off', legacyAuthorization: true, listedDevices: [] };

describe.skipIf(missingBrowser() !== undefined)('the history', () => {
  const at = consoleTest();
  const setAccess = (change: object) => at.system.callConsole('PUT', `${studio}/access`, { ...access, ...change });
  const addDevice = async (name: string): Promise<string> => {
    const settings = { name, access: 'read_only', station: null, fixedAddress: null, features: [] };
    const added = await at.system.callConsole('POST', `${studio}/devices`, settings);
    return (added as { readonly device: { readonly id: string } }).device.id;
  };
  const cells = (page: Page) => page.locator('.field-table tbody tr').allInnerTexts();
  const saved = async (format: string): Promise<string> => {
    const downloading = at.page.waitForEvent('download');
    await at.button('Export').click();
    await at.page.getByRole('menuitem', { name: `Export as ${format}` }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`studio-1-history.${format.toLowerCase()}`);
    return readFile(await file.path(), 'utf8');
  };

  it('shows what changed before and after, in words', async () => {
    const device = await addDevice('Desk panel');
    await at.system.callConsole('PATCH', `${studio}/devices/${device}`, { station: 'alpha', features: ['signals'] });
    await setAccess({ accessWithoutToken: 'listed', listedDevices: [{ address: '10.0.0.1', label: 'Desk' }] });
    await setAccess({ accessWithoutToken: 'listed', listedDevices: [{ address: '10.0.0.1', label: 'Door' }] });
    await at.section('history');
    await at.page.getByText('Allowed address 10.0.0.1').first().waitFor();
    const rows = (await cells(at.page)).map((row) => row.split(/\s*\t\s*/));
    expect(rows).toContainEqual(['Allowed address 10.0.0.1', 'Desk', 'Door']);
    expect(rows).toContainEqual(['Access without a token', 'Off', 'Listed devices']);
    expect(rows).toContainEqual(['“Desk panel”: Station', 'Any', 'alpha']);
    expect(rows).toContainEqual(['“Desk panel”: Features', 'All features', 'Signals']);
  }, 60_000);

  it('is filtered by person, section, device and day, and exported', async () => {
    const device = await addDevice('Desk panel');
    await setAccess({ apiEnabled: false });
    await at.section(`history?device=${device}`);
    await at.page.getByText('Added device "Desk panel"').waitFor();
    expect(await at.page.getByText('API enabled').count()).toBe(0);
    await at.section('history?section=access');
    await at.page.getByText('API enabled').waitFor();
    expect(await at.page.locator('.change').count()).toBe(1);
    expect(await saved('CSV')).toMatch(
      /^time,.*\r\n\S+,admin,access\.set,API switched off,\d+,API enabled,on,off\r\n$/,
    );
    expect(JSON.parse(await saved('JSON'))).toMatchObject({ changes: [{ fields: [{ before: true, after: false }] }] });
    await at.page.getByLabel('Person').fill('nobody');
    await at.page.getByText('No changes match the filter.').waitFor();
    await at.page.getByLabel('Person').fill('');
    await at.page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await at.page.getByText('No changes match the filter.').waitFor();
  }, 60_000);

  it('restores the settings before a change, and shows first which later change is lost', async () => {
    await setAccess({ apiEnabled: false });
    await setAccess({ apiEnabled: true });
    await setAccess({ apiEnabled: false });
    await at.section('history');
    await at
      .button(/^Restore the settings/)
      .nth(2)
      .waitFor();
    await observeLayoutShiftsFromNow(at.page, 'body');
    await at
      .button(/^Restore the settings/)
      .first()
      .click();
    await at.dialog().getByText('Restored').waitFor();
    expect(await layoutShifts(at.page)).toEqual([]);
    await at.dialog().getByRole('button', { name: 'Restore' }).click();
    await at.page.getByText(/^Restored the settings before the change by admin of/).waitFor();
    expect(await at.system.callConsole('GET', `${studio}/access`)).toMatchObject({ apiEnabled: true });
    // The new change moves those below it. The page is opened again, with all four.
    await at.section('history');
    await at
      .button(/^Restore the settings/)
      .nth(3)
      .waitFor();
    await observeLayoutShiftsFromNow(at.page, 'body');
    await at
      .button(/^Restore the settings/)
      .last()
      .click();
    await at.dialog().getByText('3 later changes are lost:').waitFor();
    await at.dialog().getByText('Nothing would change').waitFor();
    expect(await layoutShifts(at.page)).toEqual([]);
  }, 60_000);

  it('of a removed studio stays readable, without a way to restore', async () => {
    await setAccess({ apiEnabled: false });
    await at.system.callConsole('DELETE', studio);
    await at.tab.goTo('/removed-studios/studio-1');
    await at.page.getByText('API enabled').waitFor();
    expect(await at.button(/^Restore/).count()).toBe(0);
    expect(await saved('CSV')).toContain('API switched off');
  }, 60_000);

  it('is accessible in every display, and names the later change that is lost', async () => {
    const listed = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ address: `10.0.0.${String(place)}`, label: 'Second floor' }));
    await addDevice('Desk panel');
    await setAccess({ accessWithoutToken: 'listed', listedDevices: listed(9) });
    await setAccess({ accessWithoutToken: 'listed', apiEnabled: false });
    await at.section('history');
    await at.page.getByText('Show all 10 settings').first().click();
    await at.page.getByText('Allowed address 10.0.0.8').first().waitFor();
    expect(await findingsInDisplays(at.page)).toEqual([]);
    await at
      .button(/^Restore the settings/)
      .last()
      .click();
    await at.dialog().getByText('later change is lost').waitFor();
    expect(await findingsInDisplays(at.page)).toEqual([]);
  }, 60_000);
});
