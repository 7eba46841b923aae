// The console page in a real browser: concurrent operators, connection problems and sync status.
import { describe, expect, it } from 'vitest';
import { consoleTest, syncTimeout } from './console-test.js';
import { missingBrowser } from './chromium.js';

describe.skipIf(missingBrowser() !== undefined)('the console page with other operators', () => {
  const at = consoleTest();
  const { button, dialog, section, save, press, statusOf, addDevice } = at;

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

  it('reports that the console is slow, and waits', async () => {
    await at.page.clock.install();
    await section('features');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await at.page.route('**/api/studios/studio-1/features', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await press('Signals: Control');
    await button('Save').click();
    await button('Saving…').waitFor();
    await at.page.clock.fastForward(5_000);
    await at.page.getByText('The console is slow to respond.').waitFor();
    release();
    await at.page.getByText(/^Saved/).waitFor();
    await expect.poll(() => at.page.getByText('The console is slow to respond.').count()).toBe(0);
  });

  it('polls for changes without the change feed', async () => {
    await at.page.route('**/api/events?*', (route) => route.abort());
    await section('access');
    await at.page.getByText('Live updates are unavailable').waitFor();
    const now = (await at.system.callConsole('GET', '/api/studios/studio-1/access')) as object;
    await at.system.callConsole('PUT', '/api/studios/studio-1/access', { ...now, legacyAuthorization: false });
    await expect.poll(() => at.page.getByLabel('Allow legacy authorization').isChecked(), syncTimeout).toBe(false);
  });

  describe('a change to a device by another operator', () => {
    const devices = '/api/studios/studio-1/devices';
    const findDevice = async (
      name: string,
    ): Promise<{ readonly id: string; readonly station: string | null } | undefined> => {
      const list = (await at.system.callConsole('GET', devices)) as {
        devices: { id: string; name: string; station: string | null }[];
      };
      return list.devices.find((device) => device.name === name);
    };
    const moveElsewhere = async (name: string): Promise<void> => {
      await at.system.callConsole('PATCH', `${devices}/${(await findDevice(name))?.id ?? ''}`, { station: 'bravo' });
    };

    it('appears without a reload', async () => {
      await section('devices');
      const settings = { access: 'read_only', station: null, fixedAddress: null, features: [] };
      await at.system.callConsole('POST', devices, { name: 'Their panel', ...settings });
      await at.page.getByRole('heading', { name: 'Their panel' }).waitFor();
    });

    it('is never overwritten silently', async () => {
      await addDevice('Desk panel');
      await button('Edit Desk panel').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await moveElsewhere('Desk panel');
      await dialog().getByText('Someone else changed these settings while you were editing.').waitFor();
      expect(await button('Save').isDisabled()).toBe(true);
      await button('Keep my changes').click();
      await button('Save').click();
      await dialog().waitFor({ state: 'detached' });
      expect(await findDevice('Left panel')).toMatchObject({ station: 'bravo' });
    });

    it('is reported by the console when the page missed it', async () => {
      await addDevice('Desk panel');
      await at.page.route('**/api/events?*', (route) => route.abort());
      await button('Edit Desk panel').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await at.page.route(`**${devices}/*`, async (route) => {
        if (route.request().method() === 'PATCH') await moveElsewhere('Desk panel');
        await route.continue();
      });
      await button('Save').click();
      await dialog().getByText('Someone else changed these settings while you were editing.').waitFor();
      await button('Discard my changes').click();
      expect(await at.page.getByLabel('Name').inputValue()).toBe('Desk panel');
      expect(await findDevice('Left panel')).toBeUndefined();
    });
  });

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

  it('disconnects a studio when its key is replaced at once, and accepts the new key until it is revoked', async () => {
    await section('studio');
    await button('Replace key').click();
    await dialog().getByText('Not at all').click();
    await dialog().getByRole('button', { name: 'Replace key' }).click();
    const key = await at.studioKey();
    await button('Done').click();
    await at.page.getByText('Offline', { exact: true }).waitFor();
    expect(await at.system.acceptsKey(key)).toBe(true);
    await button('Revoke key').click();
    await dialog().getByRole('button', { name: 'Revoke key' }).click();
    await button('Create key').waitFor();
    expect(await at.system.acceptsKey(key)).toBe(false);
    expect(await statusOf('/status')).toBe(200);
  });

  it('changes the role of an operator, and deletes the operator', async () => {
    const olivia = { username: 'olivia', password: 'olivia’s own secret' };
    await at.system.callConsole('POST', '/api/operators', { ...olivia, role: 'operator' });
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

  it('refuses to delete the last admin, and shows why', async () => {
    await at.tab.goTo('/operators');
    await button('Delete admin').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await at.page.getByText('You').waitFor();
  });
});
