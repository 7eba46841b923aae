// Fixture for tests of the console page: a new console, service and browser tab for every test.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBrowser } from './chromium.js';
import { startTestSystem, type TestSystem } from './test-system.js';
import { openConsoleTab, type ConsoleTab } from './console-tab.js';

/** Limit for changes that travel between page, console and service. */
export const syncTimeout = { timeout: 10_000 };

/** The fixture. Its properties belong to the running test and must not be kept. */
export interface ConsoleTest {
  readonly system: TestSystem;
  readonly page: Page;
  readonly tab: ConsoleTab;
  /** Opens the first tab with browser options. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a tab for another operator. It is closed after the test. */
  readonly openTab: () => Promise<ConsoleTab>;
  readonly button: (name: string | RegExp) => Locator;
  readonly dialog: () => Locator;
  /** Goes to a section of the studio. */
  readonly section: (name: string) => Promise<void>;
  readonly save: () => Promise<void>;
  /** Presses a switch or an option on its label. */
  readonly press: (label: string | RegExp) => Promise<void>;
  /** Returns the status of the service's reply to a call. */
  readonly statusOf: (...call: Parameters<TestSystem['callService']>) => Promise<number>;
  /** Returns the studio key in the command of the open dialog. */
  readonly studioKey: () => Promise<string>;
  /** Adds a device with read and control access. Resolves with its token once the service accepts it. */
  readonly addDevice: (name: string) => Promise<string>;
}

type Actions = Omit<ConsoleTest, 'system' | 'page' | 'tab' | 'open' | 'openTab'>;

const actionsAt = (at: () => Pick<ConsoleTest, 'system' | 'page' | 'tab'>): Actions => {
  const button: Actions['button'] = (name) => at().page.getByRole('button', { name, exact: true });
  const section: Actions['section'] = (name) => at().tab.goTo(`/studios/studio-1/${name}`);
  const statusOf: Actions['statusOf'] = async (...call) => (await at().system.callService(...call)).status;
  return {
    button,
    section,
    statusOf,
    dialog: () => at().page.getByRole('dialog').or(at().page.getByRole('alertdialog')),
    save: async () => {
      await button('Save').click();
      await at().page.getByText('Saved. The change is in effect.').waitFor();
    },
    press: (label) => at().page.getByLabel(label, { exact: true }).locator('xpath=ancestor::label').click(),
    studioKey: async () => at().page.getByRole('group', { name: 'Studio key', exact: true }).innerText(),
    addDevice: async (name) => {
      await section('devices');
      await button('Add device').click();
      await at().page.getByLabel('Name').fill(name);
      await at().page.getByRole('dialog').getByText('Read and control').click();
      await button('Add').click();
      const token = await at().page.getByRole('textbox', { name: 'Token' }).inputValue();
      await button('I have saved it').click();
      await expect.poll(() => statusOf('/api/v2/signals', { token }), syncTimeout).toBe(200);
      return token;
    },
  };
};

/** Sets up the tests of a suite. With `signedIn`, the admin is signed in at the first tab; else tests open it themselves. */
export const consoleTest = ({ signedIn = true, generatesPassword = false } = {}): ConsoleTest => {
  let browser: Browser;
  let system: TestSystem;
  let tabs: ConsoleTab[];
  const first = (): ConsoleTab => {
    const [tab] = tabs;
    if (!tab) throw new Error('no tab is open');
    return tab;
  };
  const openTab = async (options: BrowserContextOptions = {}): Promise<ConsoleTab> => {
    const tab = await openConsoleTab(browser, system, options);
    tabs.push(tab);
    return tab;
  };

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    system = await startTestSystem({ generatesPassword });
    tabs = [];
    if (signedIn) await (await openTab()).openStudios();
  });
  afterEach(async () => {
    const problems = tabs.flatMap((tab) => tab.problems());
    await Promise.all(tabs.map((tab) => tab.close()));
    await system.stop();
    expect(problems).toEqual([]);
  });

  return {
    get system() {
      return system;
    },
    get tab() {
      return first();
    },
    get page() {
      return first().page;
    },
    open: async (options) => (await openTab(options)).page,
    openTab: () => openTab(),
    ...actionsAt(() => ({ system, tab: first(), page: first().page })),
  };
};
