// The console's page for whoever sees badly, has no mouse, or holds a phone: every view, light and dark, wide and narrow.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { atConsole, patience } from './at-console.js';
import { findings, isTooWide } from './axe.js';
import { missingBrowser } from './chromium.js';
import { admin } from './product.js';

/** What can be pressed or typed into, and reaches out of the window at a side. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')]
    .flatMap((place) => [...place.querySelectorAll('button, input:not([type=radio], [type=checkbox]), .notice')])
    .filter((one) => { const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (left < 0 || right > innerWidth); })
    .map((one) => one.outerHTML.slice(0, 160))`);

type Act = (page: Page) => Promise<void>;

const press =
  (...names: readonly (string | RegExp)[]): Act =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

/** Types into a field by its label. */
const type =
  (label: string, text: string): Act =>
  (page) =>
    page.getByLabel(label).first().fill(text);

const see =
  (text: string | RegExp): Act =>
  (page) =>
    page.getByText(text).first().waitFor();

const key =
  (name: string): Act =>
  (page) =>
    page.keyboard.press(name);

const move =
  (label: string): Act =>
  (page) =>
    page.getByLabel(label, { exact: true }).locator('xpath=ancestor::label').click();

const inTurn =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

const studio = '/studios/studio-1';

/** Every view and dialog: its address, and what is done there first. */
const views: readonly (readonly [string, string, Act?])[] = [
  ['the studios', '/studios'],
  ['adding a studio', '/studios', press('Add a studio')],
  ['the menu', '/studios', press(/, Admin$/)],
  ['Access', `${studio}/access`],
  ['Access, unsaved and wrong', `${studio}/access`, press('Add an address', 'Save')],
  ['Access, saved', `${studio}/access`, inTurn(move('API enabled'), press('Save'), see(/^Saved/))],
  ['Features', `${studio}/features`],
  ['Devices', `${studio}/devices`],
  ['adding a device', `${studio}/devices`, press('Add a device')],
  ['adding a device, wrong', `${studio}/devices`, press('Add a device', 'Add the device')],
  ['stations of other devices', `${studio}/devices`, inTurn(press('Add a device'), press(/^Show suggestions/))],
  [
    'what was typed being dropped',
    `${studio}/devices`,
    inTurn(press('Add a device'), type('Name', 'Another'), key('Escape'), see('Drop what you typed?')),
  ],
  [
    'a token',
    `${studio}/devices`,
    inTurn(press('Add a device'), type('Name', 'Shown once'), press('Add the device'), see(/only time it is shown/)),
  ],
  ['editing a device', `${studio}/devices`, press('Edit Desk panel')],
  ['revoking a device', `${studio}/devices`, press('Revoke Desk panel')],
  ['deleting a device', `${studio}/devices`, press('Delete Desk panel')],
  ['Refused callers', `${studio}/callers`, see('It showed no token.')],
  ['an address being let in', `${studio}/callers`, inTurn(press(/^Let it in/), see('Listed 192.168.1.77'))],
  ['History', `${studio}/history`],
  ['Studio and key', `${studio}/studio`],
  ['deleting a studio', `${studio}/studio`, press('Delete the studio')],
  ['replacing a key', `${studio}/studio`, press('Replace the key')],
  ['Operators', '/operators'],
  ['adding an operator', '/operators', press('Add an operator')],
  ['editing an operator', '/operators', press('Edit admin')],
  ['deleting an operator, in vain', '/operators', inTurn(press('Delete admin', 'Delete'), see(/must keep the role admin/))],
  ['Account', '/account'],
  ['no view', '/studios/nowhere/access'],
];

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'on a phone': { colorScheme: 'light', viewport: { width: 390, height: 844 } },
};

/** Zooming in leaves a browser fewer pixels to lay out. */
const narrow: Readonly<Record<string, BrowserContextOptions>> = {
  'in 320 pixels': { viewport: { width: 320, height: 640 } },
  'at 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};

const othersAccess = {
  ...{ apiEnabled: true, accessWithoutToken: 'listed', legacyAuthorization: true },
  listedDevices: [{ address: '192.168.1.0/24', label: 'The whole of the second floor' }],
};

const device = { name: 'Desk panel', access: 'read_only', station: 'alpha', fixedAddress: null, features: [] };

describe.skipIf(missingBrowser() !== undefined)('the console page', () => {
  const at = atConsole({ signedIn: false });

  beforeEach(async () => {
    await at.product.askConsole('POST', `/api${studio}/devices`, device);
    await at.product.callService('/api/v2/signals', { from: '192.168.1.77' });
  });

  /** Goes through every view, and tells what is wrong in which. */
  const wrongIn = async (page: Page, lookAt: (page: Page) => Promise<readonly string[]>): Promise<object> => {
    const found: Record<string, readonly string[]> = {};
    const look = async (view: string): Promise<void> => {
      const all = [...(await lookAt(page)), ...((await isTooWide(page)) ? ['too wide'] : [])];
      if (all.length > 0) found[view] = all;
    };
    await at.visitor.goTo('/');
    await look('signing in');
    await at.visitor.signIn();
    for (const [view, path, first] of views) {
      await at.visitor.goTo(path);
      await expect.poll(() => page.locator('.waiting').count()).toBe(0);
      await first?.(page);
      await look(view);
    }
    await at.visitor.goTo(`${studio}/access`);
    await move('API enabled')(page);
    await at.product.askConsole('PUT', `/api${studio}/access`, othersAccess);
    await see(/Somebody changed this/)(page);
    await look('settings that somebody else changed');
    await press('Drop my changes')(page);
    at.product.way.inject('{}');
    await at.visitor.goTo(`${studio}/features`);
    await see(/service refused the newest settings/)(page);
    await look('a refused configuration');
    await move('Signals: Control')(page);
    await page.context().clearCookies();
    await press('Save')(page);
    await see('Your session has ended')(page);
    await look('a session that has ended');
    return found;
  };

  it.each(Object.entries(looks))(
    'has nothing that axe finds, and nothing too wide, %s',
    async (_, options) => {
      expect(await wrongIn(await at.open(options), findings)).toEqual({});
    },
    180_000,
  );

  it.each(Object.entries(narrow))(
    'is scrolled in one direction alone, %s',
    async (_, options) => {
      expect(await wrongIn(await at.open(options), cutOff)).toEqual({});
    },
    120_000,
  );

  it('keeps still for whoever asked for less motion', async () => {
    const page = await at.open({ reducedMotion: 'reduce' });
    await at.visitor.signIn();
    await at.visitor.goTo(`${studio}/features`);
    await move('Signals: Control')(page);
    await press('Save')(page);
    const moving = await page.evaluate<number>(`document.getAnimations().length + [...document.querySelectorAll('*')]
      .filter((one) => [one, '::before'].some((place) => {
        const { transitionDuration, animationName } = getComputedStyle(one, place === one ? null : place);
        return transitionDuration !== '0s' || animationName !== 'none';
      })).length`);
    expect(moving).toBe(0);
  });

  it('is worked by keys alone: a device is added, its token copied, the device edited, revoked and deleted', async () => {
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
      (await at.product.callService(path, { token })).status;
    await at.visitor.goTo(`${studio}/access`);
    await keyboard.type(admin.username);
    await tabTo('Password');
    await keyboard.type(admin.password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Studio One' }).waitFor();
    await go('Skip');
    await go('Devices');
    await page.getByRole('heading', { name: 'Control devices' }).waitFor();
    await go('Add a device');
    await keyboard.type('Key panel');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    // The keyboard is on the button that copies.
    await keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(token);
    // A secret isn't lost to a key pressed once too often.
    await keyboard.press('Escape');
    await go('I have kept it');
    await page.getByRole('heading', { name: 'Key panel' }).waitFor();
    await expect.poll(() => statusOf('/api/v2/signals/red-light/on', token), patience).toBe(200);
    await go('Edit Key panel');
    await tabTo('Read and control');
    await keyboard.press('ArrowUp');
    await go('Save');
    await expect.poll(() => statusOf('/api/v2/signals/red-light/on', token), patience).toBe(403);
    await expect.poll(focused, patience).toBe('Edit Key panel');
    await go('Revoke Key panel');
    await go('Revoke');
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expect.poll(() => statusOf('/api/v2/signals', token), patience).toBe(401);
    await go('Delete Key panel');
    await go('Delete');
    await expect.poll(() => page.getByRole('heading', { name: 'Key panel' }).count()).toBe(0);
    await expect.poll(focused).toBe('Studio One');
  }, 60_000);
});
