// The console page in a real browser: what is done a second time, after it failed or was cancelled, and the second of two.
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { deviceNames, importDevices, listDevices } from './devices.js';

const studio = '/api/studios/studio-1';

describe.skipIf(missingBrowser() !== undefined)('the page', () => {
  const at = consoleTest();
  const get = (section: string) => at.system.callConsole('GET', `${studio}/${section}`);
  /** Answers the first request to a path that the console would get, as a console that is being started. */
  const refuseOnce = async (path: string, method: string): Promise<void> => {
    let refused = false;
    await at.page.route(path, async (route) => {
      if (refused || route.request().method() !== method) await route.fallback();
      else await route.fulfill({ status: 503, json: { error: 'unavailable', message: 'the console is starting' } });
      refused ||= route.request().method() === method;
    });
  };

  /** Adds devices, and shows them. */
  const withDevices = async (): Promise<void> => {
    await importDevices(
      at.system,
      ['Desk 1', 'Desk 2', 'Door', 'Wall', 'Zebra'].map((name) => ({ name, access: 'read_only', station: 'alpha' })),
    );
    await at.section('devices');
  };

  it('forgets what was cancelled, and changes what is selected now', async () => {
    await withDevices();
    await at.button('Edit Desk 1').click();
    await at.page.getByLabel('Name').fill('Desk 9');
    await at.button('Cancel').click();
    await at.button('Edit Desk 1').click();
    expect(await at.page.getByLabel('Name').inputValue()).toBe('Desk 1');
    await at.button('Cancel').click();

    await at.page.getByLabel('Select Door').check();
    await at.page.getByLabel('Find a device').fill('desk');
    await expect.poll(() => deviceNames(at.page)).toEqual(['Desk 1', 'Desk 2']);
    const all = at.page.getByLabel('Select all devices that are shown');
    await all.check();
    await at.page.getByText('3 devices selected, 1 not shown').waitFor();
    await all.uncheck();
    await at.page.getByText('1 device selected, 1 not shown').waitFor();
    await at.button('Edit selected').click();
    await at.dialog().getByText('Station', { exact: true }).click();
    await at.button('Save').click();
    await expect
      .poll(async () => (await listDevices(at.system)).map(({ name, station }) => [name, station]), syncTimeout)
      .toEqual([
        ['Desk 1', 'alpha'],
        ['Desk 2', 'alpha'],
        ['Door', null],
        ['Wall', 'alpha'],
        ['Zebra', 'alpha'],
      ]);
  }, 60_000);

  it('sends a form once, shows why it failed, and sends it again', async () => {
    await withDevices();
    let sent = 0;
    let answer: () => void = () => undefined;
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    await refuseOnce('**/api/studios/studio-1/devices', 'POST');
    await at.page.route('**/api/studios/studio-1/devices', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1;
        if (sent > 1) await pressed;
      }
      await route.fallback();
    });
    await at.button('Add device').click();
    await at.page.getByLabel('Name').fill('New');
    await at.page.getByLabel('Name').press('Enter');
    await at.dialog().getByText('The console is starting.').waitFor();
    for (let times = 0; times < 2; times += 1) await at.page.getByLabel('Name').press('Enter');
    answer();
    await at.button('I have saved it').waitFor();
    expect(sent).toBe(2);
    // A page on plain HTTP, or one that may not copy.
    await at.page.evaluate(
      "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false",
    );
    await at.dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await at.page.getByText('The browser blocked copying.').waitFor();
    await at.button('I have saved it').click();

    await refuseOnce('**/devices/*/revoke', 'POST');
    await at.button('Revoke Wall').click();
    await at.dialog().getByRole('button', { name: 'Revoke', exact: true }).click();
    await at.dialog().getByText('The console is starting.').waitFor();
    await at.dialog().getByRole('button', { name: 'Revoke', exact: true }).click();
    await at.dialog().waitFor({ state: 'detached' });
    expect((await listDevices(at.system)).find(({ name }) => name === 'Wall')?.state).toBe('revoked');
  }, 60_000);

  it('restores everything since a change, shows all that changed, and exports again after a failure', async () => {
    const switches = (await get('features')) as Readonly<Record<string, object>>;
    const off = Object.fromEntries(Object.keys(switches).map((name) => [name, { read: true, control: false }]));
    await at.system.callConsole('PUT', `${studio}/features`, off);
    await at.system.callConsole('PUT', `${studio}/features`, { ...off, signals: { read: false, control: false } });
    await at.section('history?section=features');
    await refuseOnce('**/changes/*', 'GET');
    await at.button(/^Show all \d+ settings$/).click();
    await at.page.getByText('The console is starting.').waitFor();
    await at.button(/^Show all \d+ settings$/).click();
    const changed = Object.values(switches).filter((one) => JSON.stringify(one).includes('"control":true')).length;
    await expect.poll(() => at.page.locator('.change').last().locator('tbody tr').count()).toBe(changed);
    expect(await at.page.getByText('The console is starting.').count()).toBe(0);

    await refuseOnce('**/changes?*limit=200*', 'GET');
    const save = async (): Promise<void> => {
      await at.button('Export').click();
      await at.page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    };
    await save();
    await at.page.getByText('The console is starting.').waitFor();
    const download = at.page.waitForEvent('download');
    await save();
    await download;

    await at
      .button(/^Restore the settings/)
      .last()
      .click();
    await at.dialog().getByText('Everything in this section since then').click();
    await at.dialog().getByText('A later change is lost:').waitFor();
    await at.dialog().getByRole('button', { name: 'Restore' }).click();
    await at.dialog().waitFor({ state: 'detached' });
    expect(await get('features')).toEqual(switches);
  }, 60_000);

  it('changes the second of two equal addresses, and keeps Whole LAN when an address is allowed', async () => {
    const address = '10.0.0.1';
    const listed = { accessWithoutToken: 'whole_lan', legacyAuthorization: true, apiEnabled: true };
    const listedDevices = ['One', 'Two'].map((label) => ({ address, label }));
    await at.system.callConsole('PUT', `${studio}/access`, { ...listed, accessWithoutToken: 'listed', listedDevices });
    await at.section('access');
    const labels = at.page.getByLabel('Label');
    await labels.nth(1).fill('Second');
    expect(await labels.nth(0).inputValue()).toBe('One');
    await at.button('Discard').click();
    await at.button('Remove One from the list').click();
    expect(await labels.evaluateAll((fields: { value: string }[]) => fields.map(({ value }) => value))).toEqual([
      'Two',
    ]);
    await at.button('Discard').click();

    await at.system.callConsole('PUT', `${studio}/access`, { ...listed, listedDevices: [] });
    const from = '203.0.113.5';
    await expect.poll(() => at.statusOf('/api/v2/signals', { from: '10.0.0.1' }), syncTimeout).toBe(200);
    expect(await at.statusOf('/api/v2/signals', { from })).toBe(401);
    await at.section('callers');
    await at.button(`Allow this address: ${from}`).click({ timeout: 20_000 });
    await at.page.getByRole('heading', { name: 'API', exact: true }).waitFor();
    expect(await at.page.getByRole('radio', { name: 'Whole LAN' }).isChecked()).toBe(true);
  }, 60_000);

  it('follows a name that others change after it was changed here, asks for the whole id, and keeps the colours', async () => {
    await importDevices(at.system, [{ name: 'Zebra', access: 'read_only' }]);
    await at.section('studio');
    const name = at.page.getByLabel('Studio name');
    await refuseOnce('**/api/studios/studio-1', 'PATCH');
    await name.fill('Studio A');
    await at.button('Rename').click();
    await at.page.getByText('The console is starting.').waitFor();
    await at.button('Rename').click();
    await at.page.getByRole('heading', { level: 1, name: 'Studio A' }).waitFor();
    expect(await at.page.getByText('The console is starting.').count()).toBe(0);
    await at.system.callConsole('PATCH', studio, { name: 'Studio B' });
    await expect.poll(() => name.inputValue(), syncTimeout).toBe('Studio B');
    await at.button('Delete studio').click();
    const confirm = at.dialog().getByRole('button', { name: 'Delete studio' });
    for (const [typed, isEnabled] of [
      ['studio-', false],
      ['studio-1', true],
      ['studio-11', false],
    ] as const) {
      await at.dialog().getByLabel('Type studio-1 to confirm').fill(typed);
      await expect.poll(() => confirm.isEnabled()).toBe(isEnabled);
    }
    await at.button('Cancel').click();

    await at.page.keyboard.press('Control+k');
    const find = at.dialog().getByRole('combobox');
    const found = at.dialog().getByRole('option');
    await find.fill('zebra');
    await found.filter({ hasText: 'Zebra' }).waitFor();
    await find.fill('');
    await found.filter({ hasText: 'Zebra' }).waitFor({ state: 'detached' });
    await at.page.keyboard.press('Escape');

    await at.button(/^admin, /).click();
    await at.page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const scheme = () => at.page.locator('html').getAttribute('data-scheme');
    await expect.poll(scheme).toBe('dark');
    await at.page.reload();
    await expect.poll(scheme).toBe('dark');
  }, 60_000);
});
