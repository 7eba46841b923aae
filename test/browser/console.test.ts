// The console page in a real browser: the studio's service applies what an operator changes.
import { describe, expect, it } from 'vitest';
import { devicesPath } from './devices.js';
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
  });

  it('@CONSOLE-12: leads from a studio to its sections Access, Features and Devices', async () => {
    await section('live');
    for (const [name, heading] of [
      ['Access', 'Legacy API'],
      ['Features', 'Features of the API'],
      ['Devices', 'Control devices'],
    ] as const) {
      await at.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click();
      await at.page.getByRole('region', { name }).getByRole('heading', { name: heading }).waitFor();
      expect(new URL(at.page.url()).pathname).toBe(`/studios/studio-1/${name.toLowerCase()}`);
    }
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

  it('@ASSERTION-1: keeps what the studio asserts, and names it where a change would break it', async () => {
    const operations = [{ operation: 'signal.pulse', with: { id: 'door-lock' } }];
    const tablet = { name: 'Tablet', access: 'read_and_control', operations };
    await at.system.callConsole('POST', devicesPath, tablet);
    await at.section('access');
    await button('Add assertion').click();
    await at.page.getByLabel('Name').fill('The tablet may not take the studio');
    await dialog().getByRole('button', { name: /Who/ }).click();
    await at.page.getByRole('option', { name: 'Tablet' }).click();
    await dialog().getByLabel('Actions').fill('station.take');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await at.page.getByText('Tablet may not call station.take.').waitFor();
    await at.page.getByText('Holds').waitFor();
    await at.section('devices');
    await button('Edit Tablet').click();
    await dialog().getByLabel('Limit to operations (optional)').fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('"The tablet may not take the studio"').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await at.section('access');
    await button('Delete The tablet may not take the studio').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await at.page.getByText('This studio asserts nothing.').waitFor();
  });

  it('shows a viewer everything, without buttons for changes', async () => {
    const guest = { username: 'guest', password: 'guests may look' };
    await at.system.callConsole('POST', '/api/operators', { ...guest, role: 'viewer', mustChangePassword: false });
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
});
