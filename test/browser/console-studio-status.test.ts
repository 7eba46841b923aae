// The console page in a real browser: the status of a studio claims nothing that its service has not confirmed.
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';

describe.skipIf(missingBrowser() !== undefined)('the status of a studio', () => {
  const at = consoleTest();
  const status = () => at.page.locator('.sync-status').innerText();
  const effects = async () =>
    (await at.page.locator('.change :is(.badge, .in-effect)').allInnerTexts()).map((text) => text.trim());
  const access = async (change: object): Promise<void> => {
    const path = '/api/studios/studio-1/access';
    await at.system.callConsole('PUT', path, { ...((await at.system.callConsole('GET', path)) as object), ...change });
  };

  it('shows when the settings were applied, and since when the service is offline', async () => {
    await at.section('access');
    await at.page.getByText(/All settings are in effect at the studio\. Applied \d\d:\d\d:\d\d\./).waitFor();
    at.system.relay.cut();
    await at.page.getByText('Offline', { exact: true }).waitFor(syncTimeout);
    expect(await status()).toMatch(/Offline since \d\d:\d\d:\d\d, last confirmed \d\d:\d\d:\d\d\./);
    expect(await at.page.getByText(/in effect/i).count()).toBe(0);
    await at.tab.goTo('/studios');
    await at.page.getByText('Offline', { exact: true }).waitFor();
    expect(await at.page.getByText(/in effect/i).count()).toBe(0);
    at.system.relay.mend();
    await at.page.getByText('In effect', { exact: true }).waitFor({ timeout: 40_000 });
  });

  it('shows in red wherever the studio is shown that its API is off', async () => {
    await access({ apiEnabled: false });
    await at.section('features');
    const badge = at.page.locator('.badge.bad', { hasText: 'API off' });
    await badge.waitFor();
    await at.tab.goTo('/studios');
    await badge.waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await access({ apiEnabled: true });
    await badge.waitFor({ state: 'detached' });
  });

  it('shows superseded changes as superseded, and never two contradictory ones as in effect', async () => {
    await access({ apiEnabled: false });
    await access({ apiEnabled: true, legacyAuthorization: false });
    await at.section('history');
    await expect.poll(effects, syncTimeout).toEqual(['In effect', 'Superseded']);
    await access({ apiEnabled: false });
    await expect.poll(effects, syncTimeout).toEqual(['In effect', 'Partly superseded', 'Superseded']);
    at.system.relay.cut();
    await expect.poll(effects, syncTimeout).toEqual(['Applied', 'Partly superseded', 'Superseded']);
    await access({ apiEnabled: true });
    await expect
      .poll(effects, syncTimeout)
      .toEqual(['Not yet in effect', 'Applied', 'Partly superseded', 'Superseded']);
    expect(await accessibilityViolations(at.page)).toEqual([]);
  });
});
