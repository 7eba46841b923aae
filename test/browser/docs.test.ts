// The reference page in a real browser.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startInjectableService, type InjectableService } from '../openapi/service.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { syncTimeout } from './console-test.js';

describe.skipIf(missingBrowser() !== undefined)('the reference page', () => {
  let browser: Browser;
  let service: InjectableService;
  let page: Page;
  let requested: string[];
  let problems: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    service = await startInjectableService();
    page = await browser.newPage();
    [requested, problems] = [[], []];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${service.url}/api/v2/docs`);
    await page.waitForSelector('.opblock');
  });
  afterEach(async () => {
    await page.close();
    await service.stop();
  });

  const route = (path: string): Locator =>
    page.locator('.opblock').filter({ has: page.locator(`[data-path="${path}"]`) });

  const tryOut = async (path: string): Promise<string> => {
    await route(path).locator('.opblock-summary-control').click();
    await route(path).locator('.execute').click();
    return route(path).locator('.live-responses-table tbody .response-col_status').first().innerText();
  };

  const shownPaths = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.opblock-summary-path')].map((path) => path.dataset.path)`);

  it('sends no request to other hosts, and keeps to its content security policy', async () => {
    expect(await tryOut('/api/v2/signals')).toContain('200');
    expect(requested.length).toBeGreaterThan(5);
    expect(requested.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('switches a signal', async () => {
    expect(await tryOut('/api/v2/signals/{id}/on')).toContain('200');
    expect((await service.call('GET', '/api/v2/plain/signals/red-light')).body).toBe('1');
  });

  it('sends a token in a header only', async () => {
    await page.locator('button.authorize').first().click();
    const dialog = page.locator('.dialog-ux');
    expect(await dialog.locator('h4').allInnerTexts()).toEqual([
      expect.stringContaining('bearer'),
      expect.stringContaining('basic'),
    ]);
    const token = `svc_${'0'.repeat(32)}`;
    await dialog.locator('input').first().fill(token);
    await dialog.locator('button[type=submit]').first().click();
    await dialog.locator('.close-modal').click();
    const called = page.waitForRequest((request) => request.url().endsWith('/api/v2/signals'));
    await tryOut('/api/v2/signals');
    expect((await called).headers()['authorization']).toBe(`Bearer ${token}`);
    expect(requested.filter((url) => url.includes(token))).toEqual([]);
  });

  it('shows POST routes and plain twins on request', async () => {
    const posts = page.locator('.opblock-post');
    expect(await shownPaths()).not.toContain('/api/v2/plain/signals');
    await page.getByLabel('Plain-text twins').check();
    await expect.poll(shownPaths, syncTimeout).toContain('/api/v2/plain/signals');
    expect(await posts.count()).toBe(0);
    await page.getByLabel('POST').check();
    // With this many routes, Swagger UI draws only those in view.
    await expect.poll(() => page.mouse.wheel(0, 500).then(() => posts.count()), syncTimeout).toBeGreaterThan(0);
  });

  it('follows the feature switches when the tab becomes visible again', async () => {
    service.configure(({ features }) => ({ features: { ...features, signals: { read: true, control: false } } }));
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await expect.poll(shownPaths, syncTimeout).not.toContain('/api/v2/signals/{id}/on');
    expect(await shownPaths()).toContain('/api/v2/signals');
  });

  it('follows the colour scheme of the operating system', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark-mode').waitFor();
    expect(await ground()).not.toBe(light);
  });
});
