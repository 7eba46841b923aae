// The console's page in a real browser: what an operator does there is what the studio's service then does.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser } from './chromium.js';
import { admin, openProduct, type Product } from './product.js';
import { visit, type Visitor } from './visitor.js';

const patience = { timeout: 10_000 };

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  let browser: Browser;
  let product: Product;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    product = await openProduct();
    visitor = await visit(browser, product);
    ({ page } = visitor);
    await visitor.signIn();
  });
  afterEach(async () => {
    expect(visitor.complaints()).toEqual([]);
    await visitor.leave();
    await product.stop();
  });

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const dialog = (): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const section = (name: string): Promise<void> => visitor.goTo(`/studios/studio-1/${name}`);
  const save = async (): Promise<void> => {
    await button('Save').click();
    await page.getByText('Saved, and in effect at the studio.').waitFor();
  };
  /** A switch or an option is pressed where people press it: on its label. */
  const press = (label: string | RegExp): Promise<void> =>
    page.getByLabel(label, { exact: true }).locator('xpath=ancestor::label').click();
  const statusOf = async (...call: Parameters<Product['callService']>): Promise<number> =>
    (await product.callService(...call)).status;

  const addDevice = async (name: string): Promise<string> => {
    await section('devices');
    await button('Add a device').click();
    await page.getByLabel('Name').fill(name);
    await page.getByText('Read and control').click();
    await button('Add the device').click();
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    await button('I have kept it').click();
    await expect.poll(() => statusOf('/api/v2/signals', { token }), patience).toBe(200);
    return token;
  };

  describe('signing in', () => {
    it('is asked of everybody, at every address', async () => {
      const stranger = await visit(browser, product);
      await stranger.goTo('/studios/studio-1/devices');
      expect(await stranger.page.locator('h1').innerText()).toBe('Sign in to the console');
      await stranger.page.getByLabel('Username').fill(admin.username);
      await stranger.page.getByLabel('Password').fill('a guess');
      await stranger.page.getByRole('button', { name: 'Sign in' }).click();
      await stranger.page.getByText('Username or password is wrong.').waitFor();
      await stranger.page.getByLabel('Password').fill(admin.password);
      await stranger.page.getByRole('button', { name: 'Sign in' }).click();
      await stranger.page.getByRole('heading', { name: 'Control devices' }).waitFor();
      await stranger.leave();
    });

    it('is over once somebody signs out', async () => {
      await button(/admin, Admin/).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
    });

    it('again keeps what was typed when the session has ended', async () => {
      await section('access');
      await button('Add an address').click();
      await page.getByLabel('Address or range').fill('192.168.1.50');
      await page.getByLabel('Label').fill('Desk panel');
      await page.getByText('Listed devices', { exact: true }).first().click();
      await page.context().clearCookies();
      await button('Save').click();
      await page.getByText('Your session has ended').waitFor();
      await page.getByLabel('Password').fill(admin.password);
      await dialog().getByRole('button', { name: 'Sign in', exact: true }).click();
      await dialog().waitFor({ state: 'detached' });
      expect(await page.getByLabel('Label').inputValue()).toBe('Desk panel');
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
      await page.getByLabel('Address or range').fill('desk');
      await page.getByLabel('Label').fill('Desk panel');
      await button('Save').click();
      const field = page.getByLabel('Address or range');
      await page.getByText('Expected an IPv4 or IPv6 address or CIDR range.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const focused = page.locator('input:focus');
      await focused.waitFor();
      expect(await focused.inputValue()).toBe('desk');
    });
  });

  it('switches a feature off, and the service refuses it', async () => {
    const token = await addDevice('Desk panel');
    await section('features');
    await press('Signals: Control');
    await save();
    const refused = await product.callService('/api/v2/signals/red-light/on', { token });
    expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('feature_disabled') as string });
    expect(await statusOf('/api/v2/signals', { token })).toBe(200);
  });

  describe('the section Devices', () => {
    it('shows a token once, and never again', async () => {
      const token = await addDevice('Desk panel');
      expect(token).toMatch(/^svc_[a-z0-9]{32}$/);
      expect(await page.content()).not.toContain(token);
      await page.reload();
      await page.getByRole('heading', { name: 'Desk panel' }).waitFor();
      expect(await page.content()).not.toContain(token);
    });

    it('refuses a name that is taken, beside the field', async () => {
      await addDevice('Desk panel');
      await button('Add a device').click();
      await page.getByLabel('Name').fill('desk PANEL');
      await button('Add the device').click();
      await page.getByText('A device named "desk PANEL" is already on the list.').waitFor();
      expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    });

    it('edits a device', async () => {
      const token = await addDevice('Desk panel');
      await button('Edit Desk panel').click();
      await page.getByText('Read only').click();
      await page.getByLabel('Fixed IP address').fill('192.168.1.51');
      await button('Save').click();
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => statusOf('/api/v2/signals', { token }), patience).toBe(401);
      const from = '192.168.1.51';
      expect(await statusOf('/api/v2/signals', { token, from })).toBe(200);
      expect(await statusOf('/api/v2/signals/red-light/on', { token, from })).toBe(403);
    });

    it('asks before it revokes, and again before it deletes', async () => {
      const token = await addDevice('Desk panel');
      await button('Revoke Desk panel').click();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      expect(await statusOf('/api/v2/signals', { token })).toBe(200);
      await button('Revoke Desk panel').click();
      await dialog().getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
      await expect.poll(() => statusOf('/api/v2/signals', { token }), patience).toBe(401);
      await button('Delete Desk panel').click();
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No device is on the list yet.').waitFor();
      // What the keyboard was on has gone; it isn't lost.
      await page.locator('h1:focus').waitFor();
    });
  });

  describe('a change of somebody else', () => {
    const switches = async (): Promise<Record<string, { read: boolean; control: boolean }>> =>
      (await product.askConsole('GET', '/api/studios/studio-1/features')) as never;

    const othersSwitchOff = async (feature: string): Promise<void> => {
      const now = await switches();
      await product.askConsole('PUT', '/api/studios/studio-1/features', {
        ...now,
        [feature]: { read: true, control: false },
      });
    };

    it('shows up by itself', async () => {
      await section('features');
      await othersSwitchOff('macros');
      await expect.poll(() => page.getByLabel('Macros: Control').isChecked(), patience).toBe(false);
    });

    it('is never overwritten in silence', async () => {
      await section('features');
      await press('Signals: Control');
      await othersSwitchOff('macros');
      await page.getByText('Somebody changed this while you were editing.').waitFor();
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
      await page.route('**/api/events', (route) => route.abort());
      await page.route('**/api/studios/studio-1/features', async (route) => {
        if (route.request().method() === 'PUT') await othersSwitchOff('signals');
        await route.continue();
      });
      await button('Save').click();
      await page.getByText('Somebody changed this while you were editing.').waitFor();
      await button('Drop my changes').click();
      await expect.poll(() => button('Save').count()).toBe(0);
      expect((await switches())['signals']?.control).toBe(false);
    });
  });

  it('tells plainly that the console is away, keeps what was typed, and goes on once it is back', async () => {
    await section('features');
    await press('Signals: Control');
    await product.stopConsole();
    await button('Save').click();
    await page.getByText('The console can’t be reached.').first().waitFor();
    await product.startConsole();
    await expect.poll(() => page.getByText('The console can’t be reached.').count(), { timeout: 20_000 }).toBe(0);
    expect(await page.getByLabel('Signals: Control').isChecked()).toBe(false);
    await button('Save').click();
    await page.getByText(/^Saved/).waitFor();
  }, 60_000);

  it('tells plainly that the console is slow, and waits', async () => {
    await page.clock.install();
    await section('features');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/studios/studio-1/features', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await press('Signals: Control');
    await button('Save').click();
    await button('Saving…').waitFor();
    await page.clock.fastForward(5_000);
    await page.getByText('The console is slow to answer.').waitFor();
    answer();
    await page.getByText(/^Saved/).waitFor();
    await expect.poll(() => page.getByText('The console is slow to answer.').count()).toBe(0);
  });

  it('shows what others change also where nothing can be pushed', async () => {
    await page.route('**/api/events', (route) => route.abort());
    await section('access');
    await page.getByText('live updates don’t get through').waitFor();
    const now = (await product.askConsole('GET', '/api/studios/studio-1/access')) as object;
    await product.askConsole('PUT', '/api/studios/studio-1/access', { ...now, legacyAuthorization: false });
    await expect.poll(() => page.getByLabel('Allow legacy authorization').isChecked(), patience).toBe(false);
  });

  it('enters a studio with a key that is shown once, replaces it, and removes the studio', async () => {
    await button('Add a studio').click();
    await page.getByLabel('Id').fill('studio-1');
    await page.getByLabel('Name').fill('Studio Two');
    await button('Add the studio').click();
    await page.getByText('There is a studio "studio-1" already.').waitFor();
    await page.getByLabel('Id').fill('studio-2');
    await button('Add the studio').click();
    const key = await page.getByRole('textbox', { name: 'Studio key' }).inputValue();
    await button('I have kept it').click();
    await page.getByRole('link', { name: 'Studio Two' }).click();
    await page.getByRole('link', { name: 'Studio and key' }).click();
    await button('Replace the key').click();
    await dialog().getByRole('button', { name: 'Replace the key' }).click();
    expect(await page.getByRole('textbox', { name: 'Studio key' }).inputValue()).not.toBe(key);
    await button('I have kept it').click();
    await button('Delete the studio').click();
    await page.getByLabel('Type studio-2 to confirm').fill('studio-2');
    await dialog().getByRole('button', { name: 'Delete the studio' }).click();
    await page.getByRole('heading', { name: 'Studios' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Studio Two' }).count()).toBe(0);
  });

  it('shows who was refused and why, and lets an address in from there', async () => {
    await section('callers');
    await product.callService('/api/v2/signals', { from: '192.168.1.77' });
    await page.getByText('It showed no token.').waitFor({ timeout: 20_000 });
    await button('Let it in: 192.168.1.77, without a token').click();
    await save();
    expect(await statusOf('/api/v2/signals', { from: '192.168.1.77' })).toBe(200);
  }, 60_000);

  it('shows who changed what', async () => {
    await section('access');
    await press('Whole LAN');
    await save();
    await section('history');
    const newest = page.locator('.change').first();
    await expect.poll(() => newest.innerText()).toContain('admin');
    expect(await newest.innerText()).toContain('In effect');
  });

  it('lets a viewer look, and offers no change', async () => {
    const guest = { username: 'guest', password: 'guests may look' };
    await page.getByRole('link', { name: 'Operators' }).click();
    await button('Add an operator').click();
    await page.getByLabel('Username').fill(guest.username);
    await page.getByLabel('First password').fill(guest.password);
    await button('Add the operator').click();
    await page.getByRole('heading', { name: 'guest' }).waitFor();
    await addDevice('Desk panel');
    const viewer = await visit(browser, product);
    await viewer.signIn(guest);
    await viewer.goTo('/studios/studio-1/features');
    expect(await viewer.page.getByLabel('Signals: Control').isDisabled()).toBe(true);
    await viewer.goTo('/studios/studio-1/devices');
    await viewer.page.getByRole('heading', { name: 'Desk panel' }).waitFor();
    for (const name of ['Add a device', 'Edit Desk panel', 'Revoke Desk panel', 'Delete Desk panel'])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
    expect(await viewer.page.getByRole('link', { name: 'Operators' }).count()).toBe(0);
    expect(viewer.complaints()).toEqual([]);
    await viewer.leave();
  });

  it('changes one’s own password', async () => {
    await visitor.goTo('/account');
    await page.getByLabel('Current password').fill('a guess');
    await page.getByLabel('New password', { exact: true }).fill('another secret');
    await page.getByLabel('New password again').fill('another secret');
    await button('Change the password').click();
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Current password').fill(admin.password);
    await button('Change the password').click();
    await page.getByText('The password is changed.').waitFor();
  });
});
