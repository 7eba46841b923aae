// The restart of the service on the page of the simulator, in a real browser.
import 'reflect-metadata';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Part } from '../../infra/command-line/parts.js';
import { readSettings } from '../../infra/settings/settings.js';
import { demo } from '../../infra/simulated/parts.js';
import { rightOf } from '../domain/fixtures.js';
import { accessibilityViolations } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe.skipIf(missingBrowser() !== undefined)('a restart of the service on the simulator’s page', () => {
  let browser: Browser;
  let folder: string;
  let part: Part;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    folder = temporaryFolder();
    const environment = { PORT: '0', SIMULATOR_PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' };
    part = await demo(rightOf(readSettings([], environment)).settings);
    page = await browser.newPage();
    await page.goto(/http\S+/.exec(part.lines.find((line) => line.startsWith('simulator')) ?? '')?.[0] ?? '');
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Panel' }).click();
    await panel().waitFor();
  });
  afterEach(async () => {
    await page.close();
    await part.stop();
  });

  const button = () => page.getByRole('button', { name: 'Restart service' });
  const question = () => page.getByRole('alertdialog', { name: 'Restart the service?' });
  const state = () => page.getByRole('status').filter({ hasText: 'The service is restarting' });
  const panel = () => page.frameLocator('iframe').getByRole('heading', { name: 'Presenter' });
  const disconnected = () => page.frameLocator('iframe').getByText('Disconnected');

  it('asks first, and restarts nothing when the question is cancelled', async () => {
    await button().click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Cancel' }).click();
    await question().waitFor({ state: 'detached' });
    expect(await state().count()).toBe(0);
    await panel().waitFor();
  });

  it('shows that the service is down until it is back', async () => {
    await page.getByLabel('Speed of the clock').selectOption('10×');
    await button().click();
    await question().getByLabel('The service is down for').selectOption('30 s');
    const sent = page.waitForRequest('**/service/restart');
    await question().getByRole('button', { name: 'Restart', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ downMs: 30_000 });
    await state().waitFor();
    await disconnected().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await disconnected().waitFor({ state: 'detached' });
    await state().waitFor({ state: 'detached' });
  });
});
