// The console page in a real browser: the studio's service applies what an operator changes.
import { describe, expect, it } from 'vitest';
import { consoleTest, syncTimeout } from './console-test.js';
import { missingBrowser } from './chromium.js';
import { adminCredentials } from './test-system.js';

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  const at = consoleTest();
  const { button, dialog, section, save, press, statusOf, addDevice } = at;

  describe('signing in', () => {
    it('is required at every path', async () => {
      const visitor = await at.openTab();
      await visitor.goTo('/studios/studio-1/devices');
      expect(await visitor.page.locator('h1').innerText()).toBe('Sign in to the console');
      await visitor.page.getByLabel('Username').fill(adminCredentials.username);
      await visitor.page.getByLabel('Password').fill('a guess');
      await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      await visitor.page.getByText('Wrong username or password.').waitFor();
      await visitor.page.getByLabel('Password').fill(adminCredentials.password);
      await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      await visitor.page.getByRole('heading', { name: 'Control devices' }).waitFor();
    });

    it('is required again after signing out', async () => {
      await button(/admin, Admin/).click();
      await at.page.getByRole('menuitem', { name: 'Sign out' }).click();
      await at.page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
      await at.page.reload();
      await at.page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
    });

    it('again keeps unsaved changes after the session has ended', async () => {
      await section('access');
      await button('Add address').click();
      await at.page.getByLabel('Address or range').fill('192.168.1.50');
      await at.page.getByLabel('Label').fill('Desk panel');
      await at.page.getByText('Listed devices', { exact: true }).first().click();
      await at.page.context().clearCookies();
      await button('Save').click();
      await at.page.getByText('Your session has ended').waitFor();
      await at.page.getByLabel('Password').fill(adminCredentials.password);
      await dialog().getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog().waitFor({ state: 'detached' });
      expect(await at.page.getByLabel('Label').inputValue()).toBe('Desk panel');
      await save();
      expect(await statusOf('/api/v2/signals')).toBe(200);
    });
  });

  describe('the section Access', () => {
    it('opens the API to the whole LAN, and closes it', async () => {
      await section('access');
      expect(await statusOf('/api/v2/signals')).toBe(401);
      await press('Whole LAN');
      await save();
      expect(await statusOf('/api/v2/signals')).toBe(200);
      await press('API enabled');
      await save();
      expect(await statusOf('/api/v2/signals')).toBe(403);
    });

    it('closes the legacy routes', async () => {
      await section('access');
      expect(await statusOf('/status')).toBe(200);
      const warning = at.page.getByText('get in as EXTERNAL_APP with any password');
      await warning.waitFor();
      await press('Allow legacy authorization');
      expect(await warning.count()).toBe(0);
      await save();
      expect(await statusOf('/status')).toBe(403);
    });

    it('@LAN-15: asks before a range is saved that admits callers of the internet', async () => {
      await section('access');
      await press('Listed devices');
      await button('Add address').click();
      await at.page.getByLabel('Address or range').fill('192.168.0.0/16');
      expect(await at.page.getByText('public ones among them').count()).toBe(0);
      await at.page.getByLabel('Address or range').fill('0.0.0.0/0');
      await at.page.getByLabel('Label').fill('Everyone');
      const text = at.page.getByText('0.0.0.0/0 has 4,294,967,296 addresses, public ones among them.', {
        exact: false,
      });
      await text.waitFor();
      await button('Save').click();
      await at.dialog().getByText('4,294,967,296 addresses', { exact: false }).waitFor();
      await button('Cancel').click();
      expect(await statusOf('/api/v2/signals', { from: '198.51.100.7' })).toBe(401);
      await button('Save').click();
      await button('Save anyway').click();
      await at.page.getByText('Saved. The change is in effect.').waitFor();
      expect(await statusOf('/api/v2/signals', { from: '198.51.100.7' })).toBe(200);
    });

    it('shows an error beside an invalid field, and focuses it', async () => {
      await section('access');
      await button('Add address').click();
      await at.page.getByLabel('Address or range').fill('desk');
      await at.page.getByLabel('Label').fill('Desk panel');
      await button('Save').click();
      const field = at.page.getByLabel('Address or range');
      await at.page.getByText('Enter an IPv4 or IPv6 address or CIDR range.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const focused = at.page.locator('input:focus');
      await focused.waitFor();
      expect(await focused.inputValue()).toBe('desk');
    });
  });

  it('switches a feature off, and the service refuses it', async () => {
    const token = await addDevice('Desk panel');
    await section('features');
    await press('Signals: Control');
    await save();
    const refused = await at.system.callService('/api/v2/signals/red-light/on', { token });
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('feature_disabled') as string });
    expect(await statusOf('/api/v2/signals', { token })).toBe(200);
  });

  describe('the section Devices', () => {
    it('shows a token only once', async () => {
      const token = await addDevice('Desk panel');
      expect(token).toMatch(/^svc_[a-z0-9]{32}$/);
      expect(await at.page.content()).not.toContain(token);
      await at.page.reload();
      await at.page.getByRole('heading', { name: 'Desk panel' }).waitFor();
      expect(await at.page.content()).not.toContain(token);
    });

    it('refuses a name that is taken, beside the field', async () => {
      await addDevice('Desk panel');
      await button('Add device').click();
      await at.page.getByLabel('Name').fill('desk PANEL');
      await button('Add').click();
      await at.page.getByText('A device named "desk PANEL" is already on the list.').waitFor();
      expect(await at.page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    });

    it('edits a device', async () => {
      const token = await addDevice('Desk panel');
      await button('Edit Desk panel').click();
      await at.page.getByText('Read only').click();
      await at.page.getByLabel('Fixed IP address').fill('192.168.1.51');
      await button('Save').click();
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => statusOf('/api/v2/signals', { token }), syncTimeout).toBe(401);
      const from = '192.168.1.51';
      expect(await statusOf('/api/v2/signals', { token, from })).toBe(200);
      expect(await statusOf('/api/v2/signals/red-light/on', { token, from })).toBe(403);
    });

    it('replaces a token: the old one works until it is ended', async () => {
      const old = await addDevice('Desk panel');
      await button('Replace token of Desk panel').click();
      await button('Replace').click();
      const token = await at.page.getByRole('textbox', { name: 'Token' }).inputValue();
      expect(token).not.toBe(old);
      await button('I have saved it').click();
      await at.page.getByText('The old token has not been used since it was replaced.').waitFor();
      await expect.poll(() => statusOf('/api/v2/signals', { token }), syncTimeout).toBe(200);
      expect(await statusOf('/api/v2/signals', { token: old, from: '192.168.1.77' })).toBe(200);
      await at.page.getByText(/^The old token is still in use: last call just now from 192\.168\.1\.77\./).waitFor();
      await button('End old token now: Desk panel').click();
      await button('End old token').click();
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => statusOf('/api/v2/signals', { token: old }), syncTimeout).toBe(401);
      expect(await statusOf('/api/v2/signals', { token })).toBe(200);
      expect(await at.page.getByText(/old token/).count()).toBe(0);
    });

    it('sets and removes the expiry of a token, in local time', async () => {
      const token = await addDevice('Desk panel');
      await button('Edit Desk panel').click();
      const field = at.page.getByLabel('Expiry (optional)');
      await field.fill('2020-01-01T12:00');
      await button('Save').click();
      await at.page.getByText('Enter a time in the future.').waitFor();
      const soon = new Date(Date.now() + 3.5 * 86_400_000 - new Date().getTimezoneOffset() * 60_000);
      await field.fill(soon.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length));
      await button('Save').click();
      await at.page.getByText('Expires in 3 days').waitFor();
      const { devices } = (await at.system.callConsole('GET', '/api/studios/studio-1/devices')) as {
        readonly devices: readonly { readonly id: string; readonly expiresAt: string }[];
      };
      const [device] = devices;
      expect(Math.abs(Date.parse(device?.expiresAt ?? '') - Date.now() - 3.5 * 86_400_000)).toBeLessThan(120_000);
      const path = `/api/studios/studio-1/devices/${device?.id ?? ''}`;
      await at.system.callConsole('PATCH', path, { expiresAt: '2020-01-01T12:00:00Z' });
      await at.page.getByText('Expired', { exact: true }).waitFor();
      await expect.poll(() => statusOf('/api/v2/signals', { token }), syncTimeout).toBe(401);
      await button('Edit Desk panel').click();
      await field.fill('');
      await button('Save').click();
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => statusOf('/api/v2/signals', { token }), syncTimeout).toBe(200);
    });

    it('asks before Escape discards changes', async () => {
      await addDevice('Desk panel');
      await button('Add device').click();
      await at.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await button('Edit Desk panel').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await at.page.keyboard.press('Escape');
      await at.page.getByText('Discard changes?').waitFor();
      await at.page.keyboard.press('Enter');
      await expect.poll(() => at.page.locator('[role=dialog] :focus').count(), syncTimeout).toBe(1);
      expect(await at.page.getByLabel('Name').inputValue()).toBe('Left panel');
      await at.page.keyboard.press('Escape');
      await button('Discard').click();
      await dialog().waitFor({ state: 'detached' });
      await button('Edit Desk panel').click();
      expect(await at.page.getByLabel('Name').inputValue()).toBe('Desk panel');
    });

    it('@STATUS-7: suggests the reported stations and those of other devices, and accepts any', async () => {
      const device = { access: 'read_only', fixedAddress: null, features: [] };
      const devices = '/api/studios/studio-1/devices';
      await at.system.callConsole('POST', devices, { ...device, name: 'Desk panel', station: 'Old FM' });
      await section('devices');
      await button('Add device').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await at.page.getByRole('combobox', { name: 'Station' }).fill('fm');
      expect(await at.page.getByRole('option').allInnerTexts()).toEqual(['Alpha FM', 'Old FM\nunknown']);
      await at.page.getByRole('option', { name: 'Old FM' }).click();
      await button('Add').click();
      await button('I have saved it').click();
      await button('Edit Left panel').click();
      expect(await at.page.getByRole('combobox', { name: 'Station' }).inputValue()).toBe('Old FM');
      await at.page.getByRole('combobox', { name: 'Station' }).fill('charlie');
      await button('Save').click();
      await dialog().waitFor({ state: 'detached' });
      await at.page.getByText('charlie', { exact: true }).waitFor();
    });

    it('asks before it revokes, and again before it deletes', async () => {
      const token = await addDevice('Desk panel');
      await button('Revoke Desk panel').click();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      expect(await statusOf('/api/v2/signals', { token })).toBe(200);
      await button('Revoke Desk panel').click();
      await dialog().getByRole('button', { name: 'Revoke' }).click();
      await at.page.getByText('Revoked', { exact: true }).waitFor();
      await expect.poll(() => statusOf('/api/v2/signals', { token }), syncTimeout).toBe(401);
      await button('More actions for Desk panel').click();
      await at.page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await at.page.getByText('No devices yet.').waitFor();
      // The focused button is gone: the heading has the focus.
      await at.page.locator('h1:focus').waitFor();
    });
  });

  it('finds a studio among many by its id or name', async () => {
    for (let number = 2; number < 12; number += 1)
      await at.system.callConsole('POST', '/api/studios', {
        id: `van-${String(number)}`,
        name: `Van ${String(number)}`,
      });
    await at.page.getByLabel('Find a studio').fill('van');
    const found = at.page.locator('.studio-row a');
    await expect.poll(() => found.count()).toBe(10);
    expect((await found.allInnerTexts()).at(-1)).toBe('Van 11');
    await at.page.getByLabel('Find a studio').fill('ONE');
    await expect.poll(() => found.allInnerTexts()).toEqual(['Studio One']);
    await at.page.getByLabel('Find a studio').fill('11 VÄN');
    await expect.poll(() => found.allInnerTexts()).toEqual(['Van 11']);
    await at.page.getByLabel('Find a studio').fill('nowhere');
    await at.page.getByText('No studios match your search.').waitFor();
  });

  it('adds a studio with a key that is shown once, replaces the key, and removes the studio', async () => {
    await button('Add studio').click();
    await at.page.getByLabel('Id').fill('studio-1');
    await at.page.getByLabel('Name').fill('Studio Two');
    await button('Add').click();
    await at.page.getByText('A studio with the id "studio-1" already exists.').waitFor();
    await at.page.getByLabel('Id').fill('studio-2');
    await button('Add').click();
    const key = await at.studioKey();
    await button('Done').click();
    await at.page.getByRole('link', { name: 'Studio Two' }).click();
    await at.page.getByRole('link', { name: 'Studio and key' }).click();
    await button('Replace key').click();
    await dialog().getByRole('button', { name: 'Replace key' }).click();
    expect(await at.studioKey()).not.toBe(key);
    await button('Done').click();
    await button('Delete studio').click();
    await at.page.getByLabel('Type studio-2 to confirm').fill('studio-2');
    await dialog().getByRole('button', { name: 'Delete studio' }).click();
    await at.page.getByRole('heading', { name: 'Studios' }).waitFor();
    await expect.poll(() => at.page.getByRole('link', { name: 'Studio Two' }).count()).toBe(0);
  });

  it('shows refused callers with the reason, and allows an address', async () => {
    await section('callers');
    await at.system.callService('/api/v2/signals', { from: '192.168.1.77' });
    await at.page.getByText('No token sent.').waitFor({ timeout: 20_000 });
    await button('Allow this address: 192.168.1.77').click();
    await save();
    expect(await statusOf('/api/v2/signals', { from: '192.168.1.77' })).toBe(200);
  }, 60_000);

  it('shows the history', async () => {
    await section('access');
    await press('Whole LAN');
    await save();
    await section('history');
    const newest = at.page.locator('.change').first();
    await expect.poll(() => newest.innerText()).toContain('admin');
    expect(await newest.innerText()).toContain('In effect');
  });

  it('shows a viewer everything, without buttons for changes', async () => {
    const guest = { username: 'guest', password: 'guests may look' };
    await at.page.getByRole('link', { name: 'Operators' }).click();
    await button('Add operator').click();
    await at.page.getByLabel('Username').fill(guest.username);
    await at.page.getByLabel('Initial password').fill(guest.password);
    await button('Add').click();
    await at.page.getByRole('heading', { name: 'guest' }).waitFor();
    await addDevice('Desk panel');
    const viewer = await at.openTab();
    await viewer.signIn(guest);
    await viewer.goTo('/studios/studio-1/features');
    expect(await viewer.page.getByLabel('Signals: Control').isDisabled()).toBe(true);
    await viewer.goTo('/studios/studio-1/devices');
    await viewer.page.getByRole('heading', { name: 'Desk panel' }).waitFor();
    for (const name of ['Add device', 'Edit Desk panel', 'Revoke Desk panel', 'More actions for Desk panel'])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
    expect(await viewer.page.getByRole('link', { name: 'Operators' }).count()).toBe(0);
  });

  it('changes the operator’s own password', async () => {
    await at.tab.goTo('/account');
    await at.page.getByLabel('Current password').fill('a guess');
    await at.page.getByLabel('New password', { exact: true }).fill('another secret');
    await at.page.getByLabel('Repeat new password').fill('another secret');
    await button('Change password').click();
    await expect
      .poll(() => at.page.getByLabel('Current password').getAttribute('aria-invalid'), syncTimeout)
      .toBe('true');
    await at.page.getByLabel('Current password').fill(adminCredentials.password);
    await button('Change password').click();
    await at.page.getByText('Password changed.').waitFor();
  });
});
