// The console page in a real browser: concurrent operators, connection problems and sync status.
import { describe, expect, it } from 'vitest';
import { consoleTest, syncTimeout } from './console-test.js';
import { missingBrowser } from './chromium.js';

describe.skipIf(missingBrowser() !== undefined)('the console page with other operators', () => {
  const at = consoleTest();
  const { button, dialog, section, save, press, statusOf } = at;

  describe('a change by another operator', () => {
    const switches = async (): Promise<Record<string, { read: boolean; control: boolean }>> =>
      (await at.system.callConsole('GET', '/api/studios/studio-1/features')) as never;

    const switchOffElsewhere = async (feature: string): Promise<void> => {
      const now = await switches();
      await at.system.callConsole('PUT', '/api/studios/studio-1/features', {
        ...now,
        [feature]: { read: true, control: false },
      });
    };

    it('appears without a reload', async () => {
      await section('features');
      await switchOffElsewhere('macros');
      await expect.poll(() => at.page.getByLabel('Macros: Control').isChecked(), syncTimeout).toBe(false);
    });

    it('is never overwritten silently', async () => {
      await section('features');
      await press('Signals: Control');
      await switchOffElsewhere('macros');
      await at.page.getByText('Someone else changed these settings while you were editing.').waitFor();
      expect(await button('Save').count()).toBe(0);
      await button('Keep my changes').click();
      await save();
      const { macros, signals } = await switches();
      expect([macros?.control, signals?.control]).toEqual([false, false]);
    });

    it('is reported by the console when the page missed it', async () => {
      await section('features');
      await press('Signals: Control');
      // Without the change feed, the page sends an outdated tag, which the console refuses.
      await at.page.route('**/api/events?*', (route) => route.abort());
      await at.page.route('**/api/studios/studio-1/features', async (route) => {
        if (route.request().method() === 'PUT') await switchOffElsewhere('signals');
        await route.continue();
      });
      await button('Save').click();
      await at.page.getByText('Someone else changed these settings while you were editing.').waitFor();
      await button('Discard my changes').click();
      await expect.poll(() => button('Save').count()).toBe(0);
      expect((await switches())['signals']?.control).toBe(false);
    });
  });

  it('reports that the console is unreachable, keeps the input, and continues after a reconnect', async () => {
    await section('features');
    await press('Signals: Control');
    await at.system.stopConsole();
    await button('Save').click();
    await at.page.getByText('The console can’t be reached.').first().waitFor();
    await at.system.startConsole();
    await expect.poll(() => at.page.getByText('The console can’t be reached.').count(), { timeout: 20_000 }).toBe(0);
    expect(await at.page.getByLabel('Signals: Control').isChecked()).toBe(false);
    await button('Save').click();
    await at.page.getByText(/^Saved/).waitFor();
  }, 60_000);

  it('shows a disconnected studio, its pending changes, and the reconnect', async () => {
    await section('features');
    await at.page.getByText('Connected', { exact: true }).waitFor();
    at.system.relay.cut();
    await at.page.getByText('Offline', { exact: true }).waitFor();
    await press('Signals: Control');
    await button('Save').click();
    await at.page.getByText(/^Saved\. Offline since \d\d:\d\d:\d\d/).waitFor();
    await at.page.getByText('Not yet in effect', { exact: true }).waitFor();
    at.system.relay.mend();
    await at.page.getByText('Saved. The change is in effect.').waitFor({ timeout: 30_000 });
    await at.page.getByText('Connected', { exact: true }).waitFor();
  }, 90_000);

  it('shows why a service refused the latest settings, and applies the next change', async () => {
    await section('access');
    await press('Allow legacy authorization');
    await save();
    // The next configuration lacks a feature.
    const sent = JSON.parse(at.system.relay.sent().at(-1) ?? '') as {
      version: number;
      features: Record<string, unknown>;
    };
    const { signals: _, ...features } = sent.features;
    at.system.relay.inject(JSON.stringify({ ...sent, version: sent.version + 1, features }));
    const refusal = at.page.getByRole('alert').filter({ hasText: 'The studio’s service refused the latest settings' });
    await refusal.waitFor();
    expect(await refusal.innerText()).toContain('features.signals: expected');
    await at.page.getByText('Refused by the service').waitFor();
    expect([await statusOf('/status'), await statusOf('/api/v2/signals')]).toEqual([403, 401]);
    await press('Whole LAN');
    await save();
    expect(await at.page.getByText('Refused by the service').count()).toBe(0);
    expect(await statusOf('/api/v2/signals')).toBe(200);
  });

  it('changes the role of an operator, and deletes the operator', async () => {
    const olivia = { username: 'olivia', password: 'olivia’s own secret' };
    await at.system.callConsole('POST', '/api/operators', { ...olivia, role: 'operator', mustChangePassword: false });
    const otherTab = await at.openTab();
    await otherTab.signIn(olivia);
    await otherTab.goTo('/studios/studio-1/devices');
    await otherTab.page.getByRole('button', { name: 'Add device' }).waitFor();

    await at.tab.goTo('/operators');
    await button('Edit olivia').click();
    await dialog().getByText('Viewer', { exact: true }).click();
    await button('Save').click();
    await dialog().waitFor({ state: 'detached' });
    await otherTab.page.getByRole('button', { name: 'Add device' }).waitFor({ state: 'detached' });
    await otherTab.page.getByRole('heading', { name: 'Control devices' }).waitFor();
    expect(await otherTab.page.getByText('Your session has ended').count()).toBe(0);

    await button('Delete olivia').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => button('Delete olivia').count()).toBe(0);
    await otherTab.page.getByText('Your session has ended').waitFor(syncTimeout);
    await otherTab.page.getByLabel('Password').fill(olivia.password);
    await otherTab.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await otherTab.page.getByText('Wrong username or password.').waitFor();
  });
});
