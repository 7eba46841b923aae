// The console's page in a real browser: what an operator does there is what the studio's service then does.
import { describe, expect, it } from 'vitest';
import { atConsole, patience } from './at-console.js';
import { missingBrowser } from './chromium.js';
import { admin } from './product.js';

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  const at = atConsole();
  const { button, dialog, section, save, press, statusOf, addDevice } = at;

  describe('signing in', () => {
    it('is asked of everybody, at every address', async () => {
      const stranger = await at.another();
      await stranger.goTo('/studios/studio-1/devices');
      expect(await stranger.page.locator('h1').innerText()).toBe('Sign in to the console');
      await stranger.page.getByLabel('Username').fill(admin.username);
      await stranger.page.getByLabel('Password').fill('a guess');
      await stranger.page.getByRole('button', { name: 'Sign in' }).click();
      await stranger.page.getByText('Username or password is wrong.').waitFor();
      await stranger.page.getByLabel('Password').fill(admin.password);
      await stranger.page.getByRole('button', { name: 'Sign in' }).click();
      await stranger.page.getByRole('heading', { name: 'Control devices' }).waitFor();
    });

    it('is over once somebody signs out', async () => {
      await button(/admin, Admin/).click();
      await at.page.getByRole('menuitem', { name: 'Sign out' }).click();
      await at.page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
      await at.page.reload();
      await at.page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
    });

    it('again keeps what was typed when the session has ended', async () => {
      await section('access');
      await button('Add an address').click();
      await at.page.getByLabel('Address or range').fill('192.168.1.50');
      await at.page.getByLabel('Label').fill('Desk panel');
      await at.page.getByText('Listed devices', { exact: true }).first().click();
      await at.page.context().clearCookies();
      await button('Save').click();
      await at.page.getByText('Your session has ended').waitFor();
      await at.page.getByLabel('Password').fill(admin.password);
      await dialog().getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog().waitFor({ state: 'detached' });
      expect(await at.page.getByLabel('Label').inputValue()).toBe('Desk panel');
      await save();
      expect(await statusOf('/api/v2/signals')).toBe(200);
    });
  });

  describe('the section Access', () => {
    it('lets in whom it says, and shuts out everybody', async () => {
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
      await press('Allow legacy authorization');
      await save();
      expect(await statusOf('/status')).toBe(403);
    });

    it('says beside a field what is wrong with it, and takes the keyboard there', async () => {
      await section('access');
      await button('Add an address').click();
      await at.page.getByLabel('Address or range').fill('desk');
      await at.page.getByLabel('Label').fill('Desk panel');
      await button('Save').click();
      const field = at.page.getByLabel('Address or range');
      await at.page.getByText('Expected an IPv4 or IPv6 address or CIDR range.').waitFor();
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
    const refused = await at.product.callService('/api/v2/signals/red-light/on', { token });
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('feature_disabled') as string });
    expect(await statusOf('/api/v2/signals', { token })).toBe(200);
  });

  describe('the section Devices', () => {
    it('shows a token once, and never again', async () => {
      const token = await addDevice('Desk panel');
      expect(token).toMatch(/^svc_[a-z0-9]{32}$/);
      expect(await at.page.content()).not.toContain(token);
      await at.page.reload();
      await at.page.getByRole('heading', { name: 'Desk panel' }).waitFor();
      expect(await at.page.content()).not.toContain(token);
    });

    it('refuses a name that is taken, beside the field', async () => {
      await addDevice('Desk panel');
      await button('Add a device').click();
      await at.page.getByLabel('Name').fill('desk PANEL');
      await button('Add the device').click();
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
      await expect.poll(() => statusOf('/api/v2/signals', { token }), patience).toBe(401);
      const from = '192.168.1.51';
      expect(await statusOf('/api/v2/signals', { token, from })).toBe(200);
      expect(await statusOf('/api/v2/signals/red-light/on', { token, from })).toBe(403);
    });

    it('asks before what was typed is lost to a key', async () => {
      await addDevice('Desk panel');
      await button('Add a device').click();
      await at.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await button('Edit Desk panel').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await at.page.keyboard.press('Escape');
      await at.page.getByText('Drop what you typed?').waitFor();
      await at.page.keyboard.press('Enter');
      await expect.poll(() => at.page.locator('[role=dialog] :focus').count(), patience).toBe(1);
      expect(await at.page.getByLabel('Name').inputValue()).toBe('Left panel');
      await at.page.keyboard.press('Escape');
      await button('Drop it').click();
      await dialog().waitFor({ state: 'detached' });
      await button('Edit Desk panel').click();
      expect(await at.page.getByLabel('Name').inputValue()).toBe('Desk panel');
    });

    it('offers the stations of other devices, and takes any', async () => {
      const device = { access: 'read_only', fixedAddress: null, features: [] };
      const devices = '/api/studios/studio-1/devices';
      await at.product.askConsole('POST', devices, { ...device, name: 'Desk panel', station: 'alpha' });
      await section('devices');
      await button('Add a device').click();
      await at.page.getByLabel('Name').fill('Left panel');
      await at.page.getByRole('combobox', { name: 'Station' }).fill('al');
      await at.page.getByRole('option', { name: 'alpha' }).click();
      await button('Add the device').click();
      await button('I have kept it').click();
      await button('Edit Left panel').click();
      expect(await at.page.getByRole('combobox', { name: 'Station' }).inputValue()).toBe('alpha');
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
      await expect.poll(() => statusOf('/api/v2/signals', { token }), patience).toBe(401);
      await button('Delete Desk panel').click();
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await at.page.getByText('No device is on the list yet.').waitFor();
      // What the keyboard was on has gone; it isn't lost.
      await at.page.locator('h1:focus').waitFor();
    });
  });

  it('finds a studio among many by its id or name', async () => {
    for (let number = 2; number < 12; number += 1)
      await at.product.askConsole('POST', '/api/studios', {
        id: `van-${String(number)}`,
        name: `Van ${String(number)}`,
      });
    await at.page.getByLabel('Find a studio').fill('van');
    const found = at.page.locator('.tile a');
    await expect.poll(() => found.count()).toBe(10);
    expect((await found.allInnerTexts()).at(-1)).toBe('Van 11');
    await at.page.getByLabel('Find a studio').fill('ONE');
    await expect.poll(() => found.allInnerTexts()).toEqual(['Studio One']);
    await at.page.getByLabel('Find a studio').fill('nowhere');
    await at.page.getByText('No studio has such an id or name.').waitFor();
  });

  it('enters a studio with a key that is shown once, replaces it, and removes the studio', async () => {
    await button('Add a studio').click();
    await at.page.getByLabel('Id').fill('studio-1');
    await at.page.getByLabel('Name').fill('Studio Two');
    await button('Add the studio').click();
    await at.page.getByText('There is a studio "studio-1" already.').waitFor();
    await at.page.getByLabel('Id').fill('studio-2');
    await button('Add the studio').click();
    const key = await at.page.getByRole('textbox', { name: 'Studio key' }).inputValue();
    await button('I have kept it').click();
    await at.page.getByRole('link', { name: 'Studio Two' }).click();
    await at.page.getByRole('link', { name: 'Studio and key' }).click();
    await button('Replace the key').click();
    await dialog().getByRole('button', { name: 'Replace the key' }).click();
    expect(await at.page.getByRole('textbox', { name: 'Studio key' }).inputValue()).not.toBe(key);
    await button('I have kept it').click();
    await button('Delete the studio').click();
    await at.page.getByLabel('Type studio-2 to confirm').fill('studio-2');
    await dialog().getByRole('button', { name: 'Delete the studio' }).click();
    await at.page.getByRole('heading', { name: 'Studios' }).waitFor();
    await expect.poll(() => at.page.getByRole('link', { name: 'Studio Two' }).count()).toBe(0);
  });

  it('shows who was refused and why, and lets an address in from there', async () => {
    await section('callers');
    await at.product.callService('/api/v2/signals', { from: '192.168.1.77' });
    await at.page.getByText('It showed no token.').waitFor({ timeout: 20_000 });
    await button('Let it in: 192.168.1.77, without a token').click();
    await save();
    expect(await statusOf('/api/v2/signals', { from: '192.168.1.77' })).toBe(200);
  }, 60_000);

  it('shows who changed what', async () => {
    await section('access');
    await press('Whole LAN');
    await save();
    await section('history');
    const newest = at.page.locator('.change').first();
    await expect.poll(() => newest.innerText()).toContain('admin');
    expect(await newest.innerText()).toContain('In effect');
  });

  it('lets a viewer look, and offers no change', async () => {
    const guest = { username: 'guest', password: 'guests may look' };
    await at.page.getByRole('link', { name: 'Operators' }).click();
    await button('Add an operator').click();
    await at.page.getByLabel('Username').fill(guest.username);
    await at.page.getByLabel('First password').fill(guest.password);
    await button('Add the operator').click();
    await at.page.getByRole('heading', { name: 'guest' }).waitFor();
    await addDevice('Desk panel');
    const viewer = await at.another();
    await viewer.signIn(guest);
    await viewer.goTo('/studios/studio-1/features');
    expect(await viewer.page.getByLabel('Signals: Control').isDisabled()).toBe(true);
    await viewer.goTo('/studios/studio-1/devices');
    await viewer.page.getByRole('heading', { name: 'Desk panel' }).waitFor();
    for (const name of ['Add a device', 'Edit Desk panel', 'Revoke Desk panel', 'Delete Desk panel'])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
    expect(await viewer.page.getByRole('link', { name: 'Operators' }).count()).toBe(0);
  });

  it('changes one’s own password', async () => {
    await at.visitor.goTo('/account');
    await at.page.getByLabel('Current password').fill('a guess');
    await at.page.getByLabel('New password', { exact: true }).fill('another secret');
    await at.page.getByLabel('New password again').fill('another secret');
    await button('Change the password').click();
    await expect.poll(() => at.page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await at.page.getByLabel('Current password').fill(admin.password);
    await button('Change the password').click();
    await at.page.getByText('The password is changed.').waitFor();
  });
});
