// The simulated studio's page in a real browser: it shows the devices as they are, gives them faults, and is for everybody.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { simulatorServer } from '../../infra/simulated/page.js';
import { simulate } from '../../infra/simulated/studio.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { readableLog } from '../console/readable-log.js';
import { findings, isTooWide } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'in 320 pixels': { viewport: { width: 320, height: 640 } },
};

describe.skipIf(missingBrowser() !== undefined)('the simulated studio’s page', () => {
  let browser: Browser;
  let studio: SimulatedStudio;
  let server: HttpServer;
  let url: string;
  let complaints: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    complaints = [];
    const clock = new SystemClock();
    studio = simulate(demoStudio, clock, { seed: 1 });
    server = await simulatorServer({ studio, clock, log: readableLog(), names: [] });
    url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    studio.stop();
    await server.close(0);
    expect(complaints).toEqual([]);
  });

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    page.on('request', (request) => request.url().startsWith(url) || complaints.push(`asked ${request.url()}`));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByLabel('Fault of Red light').waitFor();
    return page;
  };

  it.each(Object.entries(looks))('has nothing that axe finds, and nothing too wide, %s', async (_, options) => {
    const page = await open(options);
    await page.getByLabel('Fault of Red light').selectOption('Late');
    await page.getByLabel('Fault of Door lock').selectOption('Offline');
    await page.getByLabel('Milliseconds that Red light is late').waitFor();
    expect([await findings(page), await isTooWide(page)]).toEqual([[], false]);
  });

  it('gives a device a fault, and starts over', async () => {
    const page = await open();
    await page.getByLabel('Fault of Red light').selectOption('Refuses');
    const faultOf = () => studio.devices().find(({ name }) => name === 'Red light')?.fault;
    await expect.poll(faultOf).toEqual({ type: 'refused' });
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => page.getByLabel('Fault of Red light').inputValue()).toBe('');
    expect(faultOf()).toBeNull();
  });

  it('shows what was sent, and what has become of it', async () => {
    const page = await open();
    void studio.signalLines.switch('sig-1', true);
    await page.getByText('switch on').waitFor();
    await page.getByText('executed').waitFor();
    await expect.poll(() => page.locator('.lamp.lit').count()).toBe(1);
  });
});
