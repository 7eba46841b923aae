// The console's page for whoever sees badly, has no mouse, or holds a phone: every view, light and dark, wide and narrow.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser } from './chromium.js';
import { admin, openProduct, type Product } from './product.js';
import { visit, type Visitor } from './visitor.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, told as rule and place. */
const findings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
};

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');

const press =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

const addDevice = async (page: Page): Promise<void> => {
  await press('Add a device')(page);
  await page.getByLabel('Name').fill('Shown once');
  await press('Add the device')(page);
  await page.getByText('This is the only time it is shown.').waitFor();
};

const studio = '/studios/studio-1';

/** Every view: its address, and what is done there first. */
const views: readonly (readonly [string, string, ((page: Page) => Promise<void>)?])[] = [
  ['the studios', '/studios'],
  ['adding a studio', '/studios', press('Add a studio')],
  ['the menu', '/studios', press(/, Admin$/)],
  ['Access', `${studio}/access`],
  ['Access, unsaved and wrong', `${studio}/access`, press('Add an address', 'Save')],
  ['Features', `${studio}/features`],
  ['Devices', `${studio}/devices`],
  ['adding a device', `${studio}/devices`, press('Add a device')],
  ['adding a device, wrong', `${studio}/devices`, press('Add a device', 'Add the device')],
  ['a token', `${studio}/devices`, addDevice],
  ['editing a device', `${studio}/devices`, press('Edit Desk panel')],
  ['revoking a device', `${studio}/devices`, press('Revoke Desk panel')],
  ['Refused callers', `${studio}/callers`],
  ['History', `${studio}/history`],
  ['Studio and key', `${studio}/studio`],
  ['deleting a studio', `${studio}/studio`, press('Delete the studio')],
  ['Operators', '/operators'],
  ['adding an operator', '/operators', press('Add an operator')],
  ['Account', '/account'],
  ['no view', '/studios/nowhere/access'],
];

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'on a phone': { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'on a phone, dark': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
};

const device = { name: 'Desk panel', access: 'read_only', station: null, fixedAddress: null, features: [] };

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  let browser: Browser;
  let product: Product;
  let visitor: Visitor;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    product = await openProduct();
    await product.askConsole('POST', `/api${studio}/devices`, device);
  });
  afterEach(async () => {
    expect(visitor.complaints()).toEqual([]);
    await visitor.leave();
    await product.stop();
  });

  it.each(Object.entries(looks))(
    'has nothing that axe finds, and nothing too wide, %s',
    async (_, options) => {
      visitor = await visit(browser, product, options);
      const { page } = visitor;
      const found: Record<string, readonly string[]> = {};
      const look = async (view: string): Promise<void> => {
        const all = [...(await findings(page)), ...((await isTooWide(page)) ? ['too wide'] : [])];
        if (all.length > 0) found[view] = all;
      };
      await visitor.goTo('/');
      await look('signing in');
      await visitor.signIn();
      for (const [view, path, first] of views) {
        await visitor.goTo(path);
        await expect.poll(() => page.locator('.waiting').count()).toBe(0);
        await first?.(page);
        await look(view);
      }
      expect(found).toEqual({});
    },
    180_000,
  );

  it('is worked by keys alone: from signing in to a device with its token, and out again', async () => {
    visitor = await visit(browser, product);
    const { page } = visitor;
    const { keyboard } = page;
    const focused = (): Promise<string> =>
      page.evaluate<string>(`(() => { const { activeElement: at } = document;
        return at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? ''; })()`);
    const tabTo = async (name: string): Promise<void> => {
      for (let step = 0; step < 40 && !(await focused()).startsWith(name); step += 1) await keyboard.press('Tab');
      expect(await focused()).toMatch(new RegExp(`^${name}`));
    };
    await visitor.goTo(`${studio}/access`);
    await keyboard.type(admin.username);
    await tabTo('Password');
    await keyboard.type(admin.password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Studio One' }).waitFor();
    await tabTo('Skip');
    await keyboard.press('Enter');
    await tabTo('Devices');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Control devices' }).waitFor();
    await tabTo('Add a device');
    await keyboard.press('Enter');
    await keyboard.type('Key panel');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    // A secret isn't lost to a key pressed once too often.
    await keyboard.press('Escape');
    await tabTo('I have kept it');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Key panel' }).waitFor();
    await expect
      .poll(async () => (await product.callService('/api/v2/signals/red-light/on', { token })).status)
      .toBe(200);
    await tabTo('Revoke Key panel');
    await keyboard.press('Enter');
    await tabTo('Revoke');
    await keyboard.press('Enter');
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expect.poll(async () => (await product.callService('/api/v2/signals', { token })).status).toBe(401);
  }, 60_000);
});
