// A browser tab with the console page. It records errors and requests to other hosts.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { adminCredentials, type TestSystem } from './test-system.js';

/** A browser tab with the console page. */
export interface ConsoleTab {
  readonly page: Page;
  /** Console errors, warnings and requests to other hosts. Refused requests are not included. */
  readonly problems: () => readonly string[];
  /** Allows requests to an origin beside the console's, such as an identity provider's. */
  readonly allowOrigin: (origin: string) => void;
  readonly goTo: (path: string) => Promise<void>;
  readonly signIn: (as?: { readonly username: string; readonly password: string }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The browser logs every refused request as an error. Tests check refusals themselves. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource:');

/** Opens a tab in a browser context of its own. */
export const openConsoleTab = async (
  browser: Browser,
  { url }: TestSystem,
  options: BrowserContextOptions = {},
): Promise<ConsoleTab> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const origins = [url];
  page.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) problems.push(`request to ${request.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const goTo: ConsoleTab['goTo'] = async (path) => {
    await page.goto(url + path);
    await page.locator('h1').waitFor();
  };
  return {
    page,
    problems: () => problems,
    allowOrigin: (origin) => {
      origins.push(origin);
    },
    goTo,
    signIn: async ({ username, password } = adminCredentials) => {
      await goTo('/');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Studios' }).waitFor();
    },
    close: () => context.close(),
  };
};
