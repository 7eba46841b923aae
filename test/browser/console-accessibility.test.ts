// Accessibility of the console page: every view, light and dark, wide and narrow, and by keyboard.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { consoleTest, syncTimeout } from './console-test.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { adminCredentials } from './test-system.js';

/** Returns the controls and notices that extend beyond the window. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')]
    .flatMap((place) => [...place.querySelectorAll('button, input:not([type=radio], [type=checkbox]), .notice')])
    .filter((one) => { const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (left < 0 || right > innerWidth); })
    .map((one) => one.outerHTML.slice(0, 160))`);

type Step = (page: Page) => Promise<void>;

const press =
  (...names: readonly (string | RegExp)[]): Step =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

/** Chooses an item of the open menu. */
const choose =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click();

/** Fills the field with a label. */
const type =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label).first().fill(text);

const waitForText =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).first().waitFor();

const pressKey =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

const toggle =
  (label: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).locator('xpath=ancestor::label').click();

const sequence =
  (...steps: readonly Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

const studio = '/studios/studio-1';

/** Every view and dialog: its path, and the steps that open it. */
const views: readonly (readonly [string, string, Step?])[] = [
  ['studios', '/studios'],
  ['adding a studio', '/studios', press('Add studio')],
  [
    'connecting a studio',
    '/studios',
    sequence(
      press('Add studio'),
      type('Id', 'studio-2'),
      type('Name', 'Two'),
      press('Add'),
      waitForText(/shown only now/),
    ),
  ],
  ['finding', '/studios', sequence(pressKey('Control+k'), waitForText('Your account'))],
  ['removed studios', '/removed-studios', waitForText('No studio has been removed.')],
  ['user menu', '/studios', press(/, Admin in all studios$/)],
  ['Access', `${studio}/access`],
  ['Access, invalid', `${studio}/access`, press('Add address', 'Save')],
  ['Access, saved', `${studio}/access`, sequence(toggle('API enabled'), press('Save'), waitForText(/^Saved/))],
  ['Features', `${studio}/features`],
  ['Devices', `${studio}/devices`],
  ['adding a device', `${studio}/devices`, press('Add device')],
  ['adding a device, invalid', `${studio}/devices`, press('Add device', 'Add')],
  ['station suggestions', `${studio}/devices`, sequence(press('Add device'), press(/^Show suggestions/))],
  [
    'discarding changes',
    `${studio}/devices`,
    sequence(press('Add device'), type('Name', 'Another'), pressKey('Escape'), waitForText('Discard changes?')),
  ],
  [
    'a new token',
    `${studio}/devices`,
    sequence(press('Add device'), type('Name', 'Shown once'), press('Add'), waitForText(/only time it is shown/)),
  ],
  ['editing a device', `${studio}/devices`, press('Edit Desk panel')],
  ['revoking a device', `${studio}/devices`, press('Revoke Desk panel')],
  ['more actions for a device', `${studio}/devices`, press('More actions for Desk panel')],
  ['deleting a device', `${studio}/devices`, sequence(press('More actions for Desk panel'), choose('Delete'))],
  ['Refused callers', `${studio}/callers`, waitForText('No token sent.')],
  [
    'allowing an address',
    `${studio}/callers`,
    sequence(press(/^Allow this address: 192/), waitForText('Allowed address 192.168.1.77')),
  ],
  ['History', `${studio}/history`],
  ['Studio and key', `${studio}/studio`],
  ['deleting a studio', `${studio}/studio`, press('Delete studio')],
  ['replacing a key', `${studio}/studio`, press('Replace key')],
  ['Operators', '/operators'],
  ['adding an operator', '/operators', press('Add operator')],
  ['editing an operator', '/operators', press('Edit admin')],
  [
    'deleting the last admin',
    '/operators',
    sequence(press('Delete admin', 'Delete'), waitForText(/must keep the role admin/)),
  ],
  ['Account', '/account'],
  ['studio not found', '/studios/nowhere/access'],
];

const displays: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'on a phone': { colorScheme: 'light', viewport: { width: 390, height: 844 } },
};

/** Narrow windows. Zooming in has the same effect. */
const narrowDisplays: Readonly<Record<string, BrowserContextOptions>> = {
  'in 320 pixels': { viewport: { width: 320, height: 640 } },
  'at 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};

const otherAccess = {
  apiEnabled: true,
  accessWithoutToken: 'listed',
  legacyAuthorization: true,
  listedDevices: [{ address: '192.168.1.0/24', label: 'The whole of the second floor' }],
};

const device = { name: 'Desk panel', access: 'read_only', station: 'alpha', fixedAddress: null, features: [] };

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  const at = consoleTest({ signedIn: false });

  beforeEach(async () => {
    await at.system.callConsole('POST', `/api${studio}/devices`, device);
    await at.system.callService('/api/v2/signals', { from: '192.168.1.77' });
  });

  /** Opens every view and returns the findings by view. */
  const findingsByView = async (page: Page, check: (page: Page) => Promise<readonly string[]>): Promise<object> => {
    const found: Record<string, readonly string[]> = {};
    const visit = async (view: string): Promise<void> => {
      const all = [...(await check(page)), ...((await hasHorizontalScroll(page)) ? ['scrolls horizontally'] : [])];
      if (all.length > 0) found[view] = all;
    };
    await at.tab.goTo('/');
    await visit('signing in');
    await at.tab.signIn();
    for (const [view, path, first] of views) {
      await at.tab.goTo(path);
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      await first?.(page);
      await visit(view);
    }
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
    await toggle('Signals: Control')(page);
    await page.context().clearCookies();
    await press('Save')(page);
    await waitForText('Your session has ended')(page);
    await visit('a session that has ended');
    return found;
  };

  it.each(Object.entries(displays))(
    'has no accessibility violations and no horizontal scrolling, %s',
    async (_, options) => {
      expect(await findingsByView(await at.open(options), accessibilityViolations)).toEqual({});
    },
    180_000,
  );

  it.each(Object.entries(narrowDisplays))(
    'scrolls vertically only, %s',
    async (_, options) => {
      expect(await findingsByView(await at.open(options), cutOff)).toEqual({});
    },
    120_000,
  );

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
    const focused = (): Promise<string> =>
      page.evaluate<string>(`(() => { const { activeElement: at } = document;
        return at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? ''; })()`);
    const tabTo = async (name: string): Promise<void> => {
      for (let step = 0; step < 60 && !(await focused()).startsWith(name); step += 1) await keyboard.press('Tab');
      expect(await focused()).toMatch(new RegExp(`^${name}`));
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
    await expect.poll(focused).toBe('Studio One');
    await go('Skip');
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
    await expect.poll(focused, syncTimeout).toBe('Edit Key panel');
    await go('Revoke Key panel');
    await go('Revoke');
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expect.poll(() => statusOf('/api/v2/signals', token), syncTimeout).toBe(401);
    await go('More actions for Key panel');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await keyboard.press('Enter');
    await go('Delete');
    await expect.poll(() => page.getByRole('heading', { name: 'Key panel' }).count()).toBe(0);
    await expect.poll(focused).toBe('Studio One');
  }, 60_000);
});
