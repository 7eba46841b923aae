// The panel in the frame of the simulator's page, in a real browser: its keys act as the client that is chosen above it, and
// show what an operator changes.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { observedService } from '../../infra/simulated/observed-service.js';
import { simulatorServer } from '../../infra/simulated/page.js';
import { simulationClock } from '../../simulator/simulation-clock.js';
import { memoryLog } from '../application/console/readable-log.js';
import { access, token } from '../domain/fixtures.js';
import { accessibilityViolations } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { openConsoleTab } from './console-tab.js';
import { simulatorPageTest } from './simulator-page.js';
import { startTestSystem, type TestSystem } from './test-system.js';

/** Limit for changes that travel between page, simulator, service and console. */
const patient = { timeout: 10_000 };

const frame = (page: Page) => page.frameLocator('iframe');
const key = (page: Page, label: string) =>
  frame(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .first();
const showPanel = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Panel' }).click();
const choose = async (page: Page, name: string, label: string): Promise<void> => {
  await page.getByRole('combobox', { name }).selectOption({ label });
};

describe.skipIf(missingBrowser() !== undefined)('the panel on the simulator’s page', () => {
  const at = simulatorPageTest({ callsFail: true });

  const open = async (): Promise<Page> => {
    const page = await at.open({ viewport: { width: 1_440, height: 900 } });
    await showPanel(page);
    await key(page, 'Weather').waitFor();
    return page;
  };

  it('plays a clip: monitor and countdown follow, and the traffic has the call', async () => {
    const page = await open();
    await key(page, 'Weather').click();
    await expect.poll(() => key(page, 'Weather').getAttribute('aria-pressed'), patient).toBe('true');
    await page
      .getByRole('region', { name: 'Main programme, full', exact: true })
      .getByText('Weather', { exact: true })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Traffic' }).click();
    const traffic = page.getByRole('region', { name: 'Calls and commands' });
    await traffic.getByText(/POST .*number\/3\/play|POST .*clips.*play/).waitFor();
    await traffic.getByText('Admitted: the studio’s host itself.').first().waitFor();
  });

  it('shows other screens, and the URLs of keys at the service’s own address', async () => {
    const page = await open();
    const url = await frame(page).getByRole('button', { name: 'Copy the URL of Red light on' }).getAttribute('title');
    expect(url).toBe(`http://127.0.0.1:${String(at.service.port)}/api/v2/plain/signals/red-light/on`);
    await choose(page, 'Screen', 'Display: Main programme');
    await frame(page).getByText('Main programme').waitFor();
  });

  it('calls as a far panel, with a token', async () => {
    at.service.apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
    const page = await open();
    await choose(page, 'Calls from', 'far, 203.0.113.20');
    await frame(page).getByRole('heading', { name: 'Pair this screen' }).waitFor(patient);
    await page.getByRole('textbox', { name: 'Token' }).fill(token(1));
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await key(page, 'Red light on').click(patient);
    await expect.poll(() => key(page, 'Red light on').getAttribute('aria-pressed'), patient).toBe('true');
    const calls = at.service.requests().map(({ method, address, caller }) => [method, address, caller]);
    expect(calls).toContainEqual(['POST', '203.0.113.20', 'device:Panel']);
  });

  it('shows what becomes of presses when the client hangs up, and that it is cut off', async () => {
    const page = await open();
    await choose(page, 'The client', 'hangs up at presses');
    await key(page, 'Red light on').click();
    await frame(page).getByText('not confirmed').waitFor();
    expect(at.service.studio.commands()).toHaveLength(1);
    await choose(page, 'The client', 'is cut off');
    await frame(page).getByText('Disconnected').waitFor();
    await choose(page, 'The client', 'is well');
    await frame(page).getByText('Disconnected').waitFor({ state: 'detached' });
  });
});

describe.skipIf(missingBrowser() !== undefined)('the panel of a service with a real console', () => {
  let browser: Browser;
  let system: TestSystem;
  let server: HttpServer;
  let url: string;
  beforeAll(async () => {
    browser = await openBrowser();
    system = await startTestSystem();
    const real = new SystemClock();
    const clock = simulationClock({ real, startMs: real.now(), paused: false });
    const service = observedService(system.service, 'http://studio.example');
    server = await simulatorServer({ studio: system.studio, clock, log: memoryLog(), names: [], service });
    url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.close(0);
    await system.stop();
  });

  it('says why a key fails whose feature an operator switches off, until it is on again', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    await showPanel(page);
    await key(page, 'Red light on').click();
    await expect.poll(() => key(page, 'Red light on').getAttribute('aria-pressed'), patient).toBe('true');
    const console = await openConsoleTab(browser, system);
    await console.signIn();
    await console.goTo('/studios/studio-1/features');
    const save = async (): Promise<void> => {
      await console.page.getByLabel('Signals: Control', { exact: true }).locator('xpath=ancestor::label').click();
      await console.page.getByRole('button', { name: 'Save', exact: true }).click();
      await console.page.getByText('Saved. The change is in effect.').waitFor();
    };
    await save();
    await key(page, 'Red light off').click();
    await expect.poll(() => key(page, 'Red light off').textContent(), patient).toContain('switched off');
    await save();
    await key(page, 'Red light off').click();
    await expect.poll(() => key(page, 'Red light on').getAttribute('aria-pressed'), patient).toBe('false');
  });
});
