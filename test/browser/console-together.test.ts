// The console's page in a real browser, with others at work: operators, studios that come and go, a console that is away.
import { describe, expect, it } from 'vitest';
import { atConsole, patience } from './at-console.js';
import { missingBrowser } from './chromium.js';

describe.skipIf(missingBrowser() !== undefined)('the console page, with others at work', () => {
  const at = atConsole();
  const { button, dialog, section, save, press, statusOf, addDevice } = at;

  describe('a change of somebody else', () => {
    const switches = async (): Promise<Record<string, { read: boolean; control: boolean }>> =>
      (await at.product.askConsole('GET', '/api/studios/studio-1/features')) as never;

    const othersSwitchOff = async (feature: string): Promise<void> => {
      const now = await switches();
      await at.product.askConsole('PUT', '/api/studios/studio-1/features', {
        ...now,
        [feature]: { read: true, control: false },
      });
    };

    it('shows up by itself', async () => {
      await section('features');
      await othersSwitchOff('macros');
      await expect.poll(() => at.page.getByLabel('Macros: Control').isChecked(), patience).toBe(false);
    });

    it('is never overwritten in silence', async () => {
      await section('features');
      await press('Signals: Control');
      await othersSwitchOff('macros');
      await at.page.getByText('Somebody changed this while you were editing.').waitFor();
      expect(await button('Save').count()).toBe(0);
      await button('Go on with mine on top of theirs').click();
      await save();
      const { macros, signals } = await switches();
      expect([macros?.control, signals?.control]).toEqual([false, false]);
    });

    it('is told by the console where the page could not know of it', async () => {
      await section('features');
      await press('Signals: Control');
      // The page hears nothing of the others: what it sends last is refused by the tag of what it has seen.
      await at.page.route('**/api/events', (route) => route.abort());
      await at.page.route('**/api/studios/studio-1/features', async (route) => {
        if (route.request().method() === 'PUT') await othersSwitchOff('signals');
        await route.continue();
      });
      await button('Save').click();
      await at.page.getByText('Somebody changed this while you were editing.').waitFor();
      await button('Drop my changes').click();
      await expect.poll(() => button('Save').count()).toBe(0);
      expect((await switches())['signals']?.control).toBe(false);
    });
  });

  it('tells plainly that the console is away, keeps what was typed, and goes on once it is back', async () => {
    await section('features');
    await press('Signals: Control');
    await at.product.stopConsole();
    await button('Save').click();
    await at.page.getByText('The console can’t be reached.').first().waitFor();
    await at.product.startConsole();
    await expect.poll(() => at.page.getByText('The console can’t be reached.').count(), { timeout: 20_000 }).toBe(0);
    expect(await at.page.getByLabel('Signals: Control').isChecked()).toBe(false);
    await button('Save').click();
    await at.page.getByText(/^Saved/).waitFor();
  }, 60_000);

  it('tells plainly that the console is slow, and waits', async () => {
    await at.page.clock.install();
    await section('features');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await at.page.route('**/api/studios/studio-1/features', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await press('Signals: Control');
    await button('Save').click();
    await button('Saving…').waitFor();
    await at.page.clock.fastForward(5_000);
    await at.page.getByText('The console is slow to answer.').waitFor();
    answer();
    await at.page.getByText(/^Saved/).waitFor();
    await expect.poll(() => at.page.getByText('The console is slow to answer.').count()).toBe(0);
  });

  it('shows what others change also where nothing can be pushed', async () => {
    await at.page.route('**/api/events', (route) => route.abort());
    await section('access');
    await at.page.getByText('live updates don’t get through').waitFor();
    const now = (await at.product.askConsole('GET', '/api/studios/studio-1/access')) as object;
    await at.product.askConsole('PUT', '/api/studios/studio-1/access', { ...now, legacyAuthorization: false });
    await expect.poll(() => at.page.getByLabel('Allow legacy authorization').isChecked(), patience).toBe(false);
  });

  describe('a change of somebody else to a device', () => {
    const devices = '/api/studios/studio-1/devices';
    const known = async (
      name: string,
    ): Promise<{ readonly id: string; readonly station: string | null } | undefined> => {
      const list = (await at.product.askConsole('GET', devices)) as {
        devices: { id: string; name: string; station: string | null }[];
      };
      return list.devices.find((device) => device.name === name);
    };
    const othersMove = async (name: string): Promise<void> => {
      await at.product.askConsole('PATCH', `${devices}/${(await known(name))?.id ?? ''}`, { station: 'bravo' });
    };

    it('shows up by itself', async () => {
      await section('devices');
      const settings = { access: 'read_only', station: null, fixedAddress: null, features: [] };
      await at.product.askConsole('POST', devices, { name: 'Their panel', ...settings });
      await at.page.getByRole('heading', { name: 'Their panel' }).waitFor();
    });

    it('is never overwritten in silence', async () => {
      await addDevice('Desk panel');
      await button('Edit Desk panel').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await othersMove('Desk panel');
      await dialog().getByText('Somebody changed this while you were editing.').waitFor();
      expect(await button('Save').isDisabled()).toBe(true);
      await button('Go on with mine on top of theirs').click();
      await button('Save').click();
      await dialog().waitFor({ state: 'detached' });
      expect(await known('Left panel')).toMatchObject({ station: 'bravo' });
    });

    it('is told by the console where the page could not know of it', async () => {
      await addDevice('Desk panel');
      await at.page.route('**/api/events', (route) => route.abort());
      await button('Edit Desk panel').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await at.page.route(`**${devices}/*`, async (route) => {
        if (route.request().method() === 'PATCH') await othersMove('Desk panel');
        await route.continue();
      });
      await button('Save').click();
      await dialog().getByText('Somebody changed this while you were editing.').waitFor();
      await button('Drop my changes').click();
      expect(await at.page.getByLabel('Name').inputValue()).toBe('Desk panel');
      expect(await known('Left panel')).toBeUndefined();
    });
  });

  it('shows that a studio has gone, what becomes of changes meanwhile, and that it is back', async () => {
    await section('features');
    await at.page.getByText('Connected', { exact: true }).waitFor();
    at.product.way.cut();
    await at.page.getByText('Not connected', { exact: true }).waitFor();
    await press('Signals: Control');
    await button('Save').click();
    await at.page.getByText(/^Saved\. The studio’s service isn’t connected/).waitFor();
    await at.page.getByText('Not yet in effect', { exact: true }).waitFor();
    at.product.way.mend();
    await at.page.getByText('Saved, and in effect at the studio.').waitFor({ timeout: 30_000 });
    await at.page.getByText('Connected', { exact: true }).waitFor();
  }, 90_000);

  it('shows that a service refused its newest settings and why; nothing changes, and the next change is taken', async () => {
    await section('access');
    await press('Allow legacy authorization');
    await save();
    // What is sent next has lost a feature on its way.
    const sent = JSON.parse(at.product.way.sent().at(-1) ?? '') as {
      version: number;
      features: Record<string, unknown>;
    };
    const { signals: _, ...features } = sent.features;
    at.product.way.inject(JSON.stringify({ ...sent, version: sent.version + 1, features }));
    const refusal = at.page.getByRole('alert').filter({ hasText: 'The studio’s service refused the newest settings' });
    await refusal.waitFor();
    expect(await refusal.innerText()).toContain('features.signals: expected');
    await at.page.getByText('Refused by the service').waitFor();
    expect([await statusOf('/status'), await statusOf('/api/v2/signals')]).toEqual([403, 401]);
    await press('Whole LAN');
    await save();
    expect(await at.page.getByText('Refused by the service').count()).toBe(0);
    expect(await statusOf('/api/v2/signals')).toBe(200);
  });

  it('cuts a studio off when its key is replaced, and tells so until it shows the new one', async () => {
    await section('studio');
    await button('Replace the key').click();
    await dialog().getByRole('button', { name: 'Replace the key' }).click();
    const key = await at.page.getByRole('textbox', { name: 'Studio key' }).inputValue();
    await button('I have kept it').click();
    await at.page.getByText('Not connected', { exact: true }).waitFor();
    expect(await at.product.isLetIn(key)).toBe(true);
    await button('Revoke the key').click();
    await dialog().getByRole('button', { name: 'Revoke the key' }).click();
    await button('Make a key').waitFor();
    expect(await at.product.isLetIn(key)).toBe(false);
    expect(await statusOf('/status')).toBe(200);
  });

  it('gives an operator another role, and takes their account away', async () => {
    const olivia = { username: 'olivia', password: 'olivia’s own secret' };
    await at.product.askConsole('POST', '/api/operators', { ...olivia, role: 'operator' });
    const theirs = await at.another();
    await theirs.signIn(olivia);
    await theirs.goTo('/studios/studio-1/devices');
    await theirs.page.getByRole('button', { name: 'Add a device' }).waitFor();

    await at.visitor.goTo('/operators');
    await button('Edit olivia').click();
    await dialog().getByText('Viewer', { exact: true }).click();
    await button('Save').click();
    await dialog().waitFor({ state: 'detached' });
    await theirs.page.getByText('Your session has ended').waitFor(patience);
    await theirs.page.getByLabel('Password').fill(olivia.password);
    await theirs.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await theirs.page.getByRole('dialog').waitFor({ state: 'detached' });
    await theirs.page.getByRole('heading', { name: 'Control devices' }).waitFor();
    expect(await theirs.page.getByRole('button', { name: 'Add a device' }).count()).toBe(0);

    await button('Delete olivia').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => button('Delete olivia').count()).toBe(0);
    await theirs.page.getByText('Your session has ended').waitFor(patience);
    await theirs.page.getByLabel('Password').fill(olivia.password);
    await theirs.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await theirs.page.getByText('Username or password is wrong.').waitFor();
  });

  it('keeps the last admin, and says why', async () => {
    await at.visitor.goTo('/operators');
    await button('Delete admin').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await at.page.getByText('This is you.').waitFor();
  });
});
