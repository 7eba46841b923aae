// The console page in a real browser: the first steps of the first admin on a new console.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { layoutShifts, observeLayoutShiftsFromNow } from './layout-shifts.js';

const chosen = 'a password of my own';

describe.skipIf(missingBrowser() !== undefined)('the first steps', () => {
  const at = consoleTest({ signedIn: false, generatesPassword: true });

  const generated = async (): Promise<string> =>
    (await readFile(join(at.system.folder, 'console-admin-password'), 'utf8')).trim();

  const signIn = async (page: Page, password: string): Promise<void> => {
    await at.tab.goTo('/');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(password);
    await at.button('Sign in').click();
  };

  const start = async (page: Page): Promise<void> => {
    await signIn(page, await generated());
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
  };

  const choosePassword = async (page: Page): Promise<void> => {
    await page.getByLabel('Generated password').fill(await generated());
    await page.getByLabel('New password', { exact: true }).fill(chosen);
    await page.getByLabel('Repeat new password').fill(chosen);
    await at.button('Change password').click();
    await page.getByLabel('Studio name').waitFor();
  };

  const addDevice = async (page: Page): Promise<string> => {
    await at.button('Add device').click();
    await page.getByLabel('Name', { exact: true }).fill('Desk panel');
    await at.button('Add').click();
    return page.getByRole('textbox', { name: 'Token' }).inputValue();
  };

  const callUntilKnown = (token: string): Promise<void> =>
    expect.poll(() => at.statusOf('/api/v2/signals', { token, from: '10.20.0.41' }), syncTimeout).toBe(200);

  it('@FIRST-1: lead from the generated password to the first call', async () => {
    const page = await at.open();
    await start(page);
    await choosePassword(page);
    await page.getByLabel('Studio name').fill('Studio Nord');
    await at.button('Continue').click();
    const token = await addDevice(page);
    await callUntilKnown(token);
    await at.dialog().getByText('Seen from 10.20.0.41').waitFor(syncTimeout);
    await at.button('I have saved it').click();
    await page.getByText('All steps are done.').waitFor(syncTimeout);
    await page.getByRole('link', { name: 'Open the studio' }).click();
    await page.getByRole('heading', { name: 'Studio Nord' }).waitFor();
    const isRead = page.waitForResponse((response) => response.url().endsWith('/api/first-steps'));
    await at.tab.goTo('/studios');
    await isRead;
    await page.getByRole('link', { name: 'Studio Nord' }).waitFor();
    expect(await page.getByText('The first steps aren’t finished').count()).toBe(0);
  });

  it('@FIRST-2: can be left and continued', async () => {
    const page = await at.open();
    await start(page);
    await page.getByRole('link', { name: 'Later' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await choosePassword(page);
    await at.button('Continue').click();
    await addDevice(page);
    await at.button('I have saved it').click();
    await page.getByText('Waiting for the first call of Desk panel…').waitFor();
    await page.context().clearCookies();
    await signIn(page, chosen);
    await page.getByRole('heading', { name: 'Studios' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByText('Waiting for the first call of Desk panel…').waitFor();
    await page.getByRole('link', { name: 'Later' }).click();
    await at.button('Don’t show again').click();
    await expect.poll(() => page.getByText('The first steps aren’t finished').count()).toBe(0);
  });

  it.each([
    ['light', 320],
    ['dark', 768],
    ['dark', 1600],
  ] as const)('are accessible and stable in the %s theme at %i pixels', async (colorScheme, width) => {
    const page = await at.open({ colorScheme, viewport: { width, height: 900 } });
    const check = async (name: string): Promise<void> => {
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await hasHorizontalScroll(page)).toBe(false);
      const picture = process.env['SCREENSHOT'];
      if (picture !== undefined)
        await page.screenshot({ path: `${picture}-${name}-${colorScheme}-${String(width)}.png`, fullPage: true });
    };
    await start(page);
    await check('password');
    await choosePassword(page);
    await check('name');
    await at.button('Continue').click();
    await check('device');
    const token = await addDevice(page);
    await at.button('I have saved it').click();
    await page.getByText('Waiting for the first call').waitFor();
    await check('call');
    await observeLayoutShiftsFromNow(page, 'main');
    await expect
      .poll(async () => {
        await at.statusOf('/api/v2/signals', { from: '10.20.0.42' });
        return page.getByText('A call without this token').count();
      }, syncTimeout)
      .toBe(1);
    expect(await layoutShifts(page)).toEqual([]);
    await callUntilKnown(token);
    await page.getByText('All steps are done.').waitFor(syncTimeout);
    await check('done');
    await at.tab.goTo('/studios');
    await check('studios');
  });
});
