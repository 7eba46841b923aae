// Somebody at the console's page: a tab of a real browser that notes whatever a page of ours must never do.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { admin, type Product } from './product.js';

/** A tab on the console's page. */
export interface Visitor {
  readonly page: Page;
  /** Everything that was complained of or asked of other hosts; refusals that a test brings about aren't. */
  readonly complaints: () => readonly string[];
  readonly goTo: (path: string) => Promise<void>;
  readonly signIn: (as?: { readonly username: string; readonly password: string }) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Browsers write every refused request to the console; whether it was to be refused is the test's own matter. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource:');

/** Opens a tab. */
export const visit = async (
  browser: Browser,
  { url }: Product,
  options: BrowserContextOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('request', (request) => request.url().startsWith(url) || complaints.push(`asked ${request.url()}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const goTo: Visitor['goTo'] = async (path) => {
    await page.goto(url + path);
    await page.locator('h1').waitFor();
  };
  return {
    page,
    complaints: () => complaints,
    goTo,
    signIn: async ({ username, password } = admin) => {
      await goTo('/');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Studios' }).waitFor();
    },
    leave: () => context.close(),
  };
};
