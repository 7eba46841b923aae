// The console page in a real browser: it shows why callers are refused, and lets them in.
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { deviceNames, devicesPath } from './devices.js';
import { findingsInDisplays } from './displays.js';

describe.skipIf(missingBrowser() !== undefined)('refused callers', () => {
  const at = consoleTest();
  const from = '192.168.1.77';

  const beRefused = async (): Promise<void> => {
    await at.section('callers');
    expect(await at.statusOf('/api/v2/signals', { from })).toBe(401);
    await at.page.getByText('No token sent.').waitFor({ timeout: 20_000 });
  };

  it('can be allowed for one hour, and are marked as allowed', async () => {
    await beRefused();
    await at.button(`For one hour: ${from}`).click();
    await at.page.getByText(/^Ends/).waitFor();
    expect(await findingsInDisplays(at.page)).toEqual([]);
    await at.save();
    expect(await at.statusOf('/api/v2/signals', { from })).toBe(200);
    await at.section('callers');
    await at.page.getByText('Allowed now').waitFor(syncTimeout);
    expect(await at.button(`Allow this address: ${from}`).count()).toBe(0);
    await at.section('access');
    await at.button(`Remove end of Refused caller ${from}`).click();
    await at.page.getByText(/^Ends/).waitFor({ state: 'detached' });
  }, 60_000);

  it('can be added as devices, and show which device has called since', async () => {
    await beRefused();
    await at.button(`Add as device: ${from}`).click();
    await at.page.getByLabel('Name').fill('Desk panel');
    await at.button('Add').click();
    const token = await at.page.getByRole('textbox', { name: 'Token' }).inputValue();
    await at.button('I have saved it').click();
    await expect.poll(() => at.statusOf('/api/v2/signals', { from, token }), syncTimeout).toBe(200);
    await at.page.getByText('A device at this address has called since: “Desk panel”.').waitFor({ timeout: 20_000 });
  }, 60_000);

  it('@REPORT-10: name the device that was refused, and lead to it', async () => {
    const settings = { name: 'Wall display', access: 'read_only' };
    const { token } = (await at.system.callConsole('POST', devicesPath, settings)) as { readonly token: string };
    const call = () => at.statusOf('/api/v2/signals/red-light/on', { from, token });
    await at.section('callers');
    await expect.poll(call, syncTimeout).toBe(403);
    await at.page.getByText('The device is read-only.').waitFor({ timeout: 20_000 });
    expect(await at.button(`Allow this address: ${from}`).count()).toBe(0);
    expect(await findingsInDisplays(at.page)).toEqual([]);
    await at.page.getByRole('link', { name: 'Wall display' }).click();
    await expect.poll(() => deviceNames(at.page), syncTimeout).toEqual(['Wall display']);
  }, 60_000);
});
