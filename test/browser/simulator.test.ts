// The simulated studio's page in a real browser: devices, faults, command log and accessibility.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { simulatorServer } from '../../infra/simulated/page.js';
import { simulate } from '../../infra/simulated/studio.js';
import { simulationClock } from '../../simulator/simulation-clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { memoryLog } from '../console/readable-log.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';

const displays: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'in 320 pixels': { viewport: { width: 320, height: 640 } },
};

describe.skipIf(missingBrowser() !== undefined)('the simulated studio’s page', () => {
  let browser: Browser;
  let studio: SimulatedStudio;
  let server: HttpServer;
  let url: string;
  let problems: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    problems = [];
    const real = new SystemClock();
    const clock = simulationClock({ real, startMs: real.now(), paused: false });
    studio = simulate(demoStudio, clock, { seed: 1 });
    server = await simulatorServer({ studio, clock, log: memoryLog(), names: [] });
    url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    studio.stop();
    await server.close(0);
    expect(problems).toEqual([]);
  });

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    page.on('request', (request) => request.url().startsWith(url) || problems.push(`request to ${request.url()}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByLabel('Fault of Red light').waitFor();
    return page;
  };

  it.each(Object.entries(displays))(
    'has no accessibility violations and no horizontal scrolling, %s',
    async (_, options) => {
      const page = await open(options);
      await page.getByLabel('Fault of Red light').selectOption('Delay');
      await page.getByLabel('Fault of Door lock').selectOption('Offline');
      await page.getByLabel('Delay of Red light in milliseconds').waitFor();
      expect([await accessibilityViolations(page), await hasHorizontalScroll(page)]).toEqual([[], false]);
    },
  );

  it('injects a fault, and resets the studio', async () => {
    const page = await open();
    await page.getByLabel('Fault of Red light').selectOption('Commands refused');
    const faultOf = () => studio.devices().find(({ name }) => name === 'Red light')?.fault;
    await expect.poll(faultOf).toEqual({ type: 'refused' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => page.getByLabel('Fault of Red light').inputValue()).toBe('');
    expect(faultOf()).toBeNull();
  });

  it('pauses the clock, and advances it', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: '+1 min' }).waitFor();
    const before = await page.locator('#now').textContent();
    await page.getByRole('button', { name: '+10 s' }).click();
    await expect.poll(() => page.locator('#now').textContent()).not.toBe(before);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: '+1 min' }).waitFor({ state: 'hidden' });
  });

  it('shows commands with their outcomes', async () => {
    const page = await open();
    void studio.signalLines.switch('sig-1', true);
    await page.getByText('switch on').waitFor();
    await page.getByText('executed').waitFor();
    await expect.poll(() => page.locator('.lamp.lit').count()).toBe(1);
  });
});
