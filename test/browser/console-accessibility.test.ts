// Accessibility of the console page: every view, light and dark, wide and narrow, and by keyboard.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { consoleTest, syncTimeout } from './console-test.js';
import { press, secondFactorViews, studio, toggle, views, waitForText, type View } from './console-views.js';
import { findingsInDisplays } from './displays.js';
import { layoutShifts, observeLayoutShifts } from './layout-shifts.js';
import { missingBrowser } from './chromium.js';
import { adminCredentials } from './test-system.js';

const otherAccess = {
  apiEnabled: true,
  accessWithoutToken: 'listed',
  legacyAuthorization: true,
  listedDevices: [{ address: '192.168.1.0/24', label: 'The whole of the second floor' }],
};

const device = { name: 'Desk panel', access: 'read_only', station: 'alpha', fixedAddress: null, features: [] };

/** Returns the name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => { const { activeElement: at } = document;
    return at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? ''; })()`);

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  const at = consoleTest({ signedIn: false });

  beforeEach(async () => {
    await at.system.callConsole('POST', `/api${studio}/devices`, device);
    await at.system.callService('/api/v2/signals', { from: '192.168.1.77' });
    await at.system.callConsole('POST', '/api/operators', { username: 'vera', role: 'viewer' });
  });

  /** Opens every view and returns the findings by view. */
  const findingsByView = async (page: Page): Promise<object> => {
    const found: Record<string, readonly string[]> = {};
    const visit = async (view: string): Promise<void> => {
      const all = [...(await findingsInDisplays(page)), ...(await layoutShifts(page)).map((one) => `moves: ${one}`)];
      if (all.length > 0) found[view] = all;
    };
    await observeLayoutShifts(page, '[role=dialog], [role=alertdialog]', 'without input');
    await at.tab.goTo('/');
    await visit('signing in');
    await at.tab.signIn();
    const visitAll = async (list: readonly View[]): Promise<void> => {
      for (const [view, path, first] of list) {
        await at.tab.goTo(path);
        await expect.poll(() => page.locator('.loading').count()).toBe(0);
        await first?.(page);
        await visit(view);
      }
    };
    await visitAll(views);
    await at.tab.goTo(`${studio}/access`);
    await toggle('API enabled')(page);
    await at.system.callConsole('PUT', `/api${studio}/access`, otherAccess);
    await waitForText(/Someone else changed these settings/)(page);
    await visit('an edit conflict');
    await press('Discard my changes')(page);
    at.system.relay.inject('{}');
    await at.tab.goTo(`${studio}/features`);
    await waitForText(/service refused the latest settings/)(page);
    await visit('a refused configuration');
    // The management API asks for a code from here on.
    await visitAll(secondFactorViews);
    await at.tab.goTo(`${studio}/features`);
    await toggle('Signals: Control')(page);
    await page.context().clearCookies();
    await press('Save')(page);
    await waitForText('Your session has ended')(page);
    await visit('a session that has ended');
    return found;
  };

  it('has no accessibility violations, and cuts nothing off, in windows of 320 to 1600 pixels, light and dark', async () => {
    expect(await findingsByView(await at.open())).toEqual({});
  }, 900_000);

  it.each([
    [`${studio}/access`, 'Access', 'API enabled'],
    ['/operators', 'Operators', 'Add operator'],
  ])('leads past the navigation of %s with the first Tab', async (path, content, next) => {
    const page = await at.open();
    await at.tab.signIn();
    await at.tab.goTo(path);
    await page.getByText(next).first().waitFor();
    const skip = page.getByRole('link', { name: 'Skip to content' });
    const top = async (): Promise<number> => (await skip.boundingBox())?.y ?? NaN;
    expect(await top()).toBeLessThan(0);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    expect(await top()).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(content);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(new RegExp(`^${next}`));
  });

  it('has no animations with reduced motion', async () => {
    const page = await at.open({ reducedMotion: 'reduce' });
    await at.tab.signIn();
    await at.tab.goTo(`${studio}/features`);
    await toggle('Signals: Control')(page);
    await press('Save')(page);
    const moving = await page.evaluate<number>(`document.getAnimations().length + [...document.querySelectorAll('*')]
      .filter((one) => [one, '::before'].some((place) => {
        const { transitionDuration, animationName } = getComputedStyle(one, place === one ? null : place);
        return transitionDuration !== '0s' || animationName !== 'none';
      })).length`);
    expect(moving).toBe(0);
  });

  it('works by keyboard: adds a device, copies its token, edits, revokes and deletes the device', async () => {
    const page = await at.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { keyboard } = page;
    const tabTo = async (name: string): Promise<void> => {
      for (let step = 0; step < 60 && !(await focused(page)).startsWith(name); step += 1) await keyboard.press('Tab');
      expect(await focused(page)).toMatch(new RegExp(`^${name}`));
    };
    const go = async (name: string): Promise<void> => {
      await tabTo(name);
      await keyboard.press('Enter');
    };
    const statusOf = async (path: string, token: string): Promise<number> =>
      (await at.system.callService(path, { token })).status;
    await at.tab.goTo(`${studio}/access`);
    await keyboard.type(adminCredentials.username);
    await tabTo('Password');
    await keyboard.type(adminCredentials.password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Studio One' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Studio One');
    await go('Devices');
    await page.getByRole('heading', { name: 'Control devices' }).waitFor();
    await go('Add device');
    await keyboard.type('Key panel');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    // The focus is on the copy button.
    await keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(token);
    // Escape does not close the dialog with the secret.
    await keyboard.press('Escape');
    await go('I have saved it');
    await page.getByRole('heading', { name: 'Key panel' }).waitFor();
    await expect.poll(() => statusOf('/api/v2/signals/red-light/on', token), syncTimeout).toBe(200);
    await go('Edit Key panel');
    await tabTo('Read and control');
    await keyboard.press('ArrowUp');
    await go('Save');
    await expect.poll(() => statusOf('/api/v2/signals/red-light/on', token), syncTimeout).toBe(403);
    await expect.poll(() => focused(page), syncTimeout).toBe('Edit Key panel');
    await go('Revoke Key panel');
    await go('Revoke');
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expect.poll(() => statusOf('/api/v2/signals', token), syncTimeout).toBe(401);
    await go('More actions for Key panel');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await keyboard.press('Enter');
    await go('Delete');
    await expect.poll(() => page.getByRole('heading', { name: 'Key panel' }).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Studio One');
  }, 60_000);
});
