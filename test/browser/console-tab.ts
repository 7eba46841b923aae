// A browser tab with the console page. It records errors and requests to other hosts.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { adminCredentials, type Credentials, type TestSystem } from './test-system.js';

/** A browser tab with the console page. */
export interface ConsoleTab {
  readonly page: Page;
  /** Console errors, warnings and requests to other hosts. Refused requests are not included. */
  readonly problems: () => readonly string[];
  /** Allows requests to an origin beside the console's, such as an identity provider's. */
  readonly allowOrigin: (origin: string) => void;
  readonly goTo: (path: string) => Promise<void>;
  /** Signs in with the form. */
  readonly signIn: (as?: Credentials) => Promise<void>;
  /** Shows the studios to the admin, whose session the browser gets without the form. */
  readonly openStudios: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The browser logs every refused request as an error. Tests check refusals themselves. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource:');

/**
 * Resolves once the page has its heading, or rejects after 10 s. It looks at each frame; a locator waits up to half a second
 * between looks, and functions that Playwright waits for are evaluated, which the content security policy blocks.
 */
const heading = `new Promise((resolve, reject) => {
  const endsAt = performance.now() + 10_000;
  const look = () => {
    const count = document.querySelectorAll('h1').length;
    if (count === 1) resolve();
    else if (performance.now() > endsAt) reject(new Error('expected one heading of level 1, but there are ' + count));
    else requestAnimationFrame(look);
  };
  look();
})`;

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
    await page.evaluate(heading);
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
      await page.getByRole('navigation', { name: 'Console' }).waitFor();
    },
    openStudios: async () => {
      const reply = await context.request.post(`${url}/api/session`, { data: adminCredentials });
      if (!reply.ok()) throw new Error(`the sign-in was answered ${String(reply.status())}`);
      await goTo('/studios');
      await page.getByRole('heading', { name: 'Studios' }).waitFor();
    },
    close: () => context.close(),
  };
};
