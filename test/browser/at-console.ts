// The setting of the page's tests: a console and a service, fresh for every test, and somebody at the page.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBrowser } from './chromium.js';
import { openProduct, type Product } from './product.js';
import { visit, type Visitor } from './visitor.js';

/** How long what has to travel may take. */
export const patience = { timeout: 10_000 };

/** What a test has at hand. It stands for the test that runs: nothing of it may be kept. */
export interface AtConsole {
  readonly product: Product;
  readonly page: Page;
  readonly visitor: Visitor;
  /** Opens the page of the test, in a browser that is set up so. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a page for somebody else, who leaves with the test. */
  readonly another: () => Promise<Visitor>;
  readonly button: (name: string | RegExp) => Locator;
  readonly dialog: () => Locator;
  /** Goes to a section of the studio. */
  readonly section: (name: string) => Promise<void>;
  readonly save: () => Promise<void>;
  /** A switch or an option is pressed where people press it: on its label. */
  readonly press: (label: string | RegExp) => Promise<void>;
  /** The status with which the service answers a call. */
  readonly statusOf: (...call: Parameters<Product['callService']>) => Promise<number>;
  /** Adds a device that may control, and gives its token, which works by then. */
  readonly addDevice: (name: string) => Promise<string>;
}

type Acts = Omit<AtConsole, 'product' | 'page' | 'visitor' | 'open' | 'another'>;

const actsAt = (at: () => Pick<AtConsole, 'product' | 'page' | 'visitor'>): Acts => {
  const button: Acts['button'] = (name) => at().page.getByRole('button', { name, exact: true });
  const section: Acts['section'] = (name) => at().visitor.goTo(`/studios/studio-1/${name}`);
  const statusOf: Acts['statusOf'] = async (...call) => (await at().product.callService(...call)).status;
  return {
    ...{ button, section, statusOf },
    dialog: () => at().page.getByRole('dialog').or(at().page.getByRole('alertdialog')),
    save: async () => {
      await button('Save').click();
      await at().page.getByText('Saved, and in effect at the studio.').waitFor();
    },
    press: (label) => at().page.getByLabel(label, { exact: true }).locator('xpath=ancestor::label').click(),
    addDevice: async (name) => {
      await section('devices');
      await button('Add a device').click();
      await at().page.getByLabel('Name').fill(name);
      await at().page.getByText('Read and control').click();
      await button('Add the device').click();
      const token = await at().page.getByRole('textbox', { name: 'Token' }).inputValue();
      await button('I have kept it').click();
      await expect.poll(() => statusOf('/api/v2/signals', { token }), patience).toBe(200);
      return token;
    },
  };
};

/** Sets the tests of a suite up; the admin has signed in by then, unless the test is to open the page itself. */
export const atConsole = ({ signedIn = true } = {}): AtConsole => {
  let browser: Browser;
  let product: Product;
  let visitors: Visitor[];
  const first = (): Visitor => {
    const [visitor] = visitors;
    if (!visitor) throw new Error('nobody has opened the page');
    return visitor;
  };
  const another = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const visitor = await visit(browser, product, options);
    visitors.push(visitor);
    return visitor;
  };

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    [product, visitors] = [await openProduct(), []];
    if (signedIn) await (await another()).signIn();
  });
  afterEach(async () => {
    const complaints = visitors.flatMap((visitor) => visitor.complaints());
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    await product.stop();
    expect(complaints).toEqual([]);
  });

  return {
    get product() {
      return product;
    },
    get visitor() {
      return first();
    },
    get page() {
      return first().page;
    },
    open: async (options) => (await another(options)).page,
    another: () => another(),
    ...actsAt(() => ({ product, visitor: first(), page: first().page })),
  };
};
