// The virtual panel of the simulator's page in a real browser: presses with their answers, feedback, clients, stations, and
// what the console switches off.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { observedService } from '../../infra/simulated/observed-service.js';
import { simulatorServer } from '../../infra/simulated/page.js';
import { simulationClock } from '../../simulator/simulation-clock.js';
import { memoryLog } from '../application/console/readable-log.js';
import { access, token } from '../domain/fixtures.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { openConsoleTab } from './console-tab.js';
import { simulatorPageTest } from './simulator-page.js';
import { startTestSystem, type TestSystem } from './test-system.js';

/** Limit for changes that travel between page, simulator, service and console. */
const patient = { timeout: 10_000 };

const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string): Promise<void> => key(page, name).click();
const group = (page: Page, name: string) => page.getByRole('region', { name: `Panel: ${name}`, exact: true });
/** The newest press of a button. */
const answer = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Answers of the panel' }).getByRole('listitem', { name, exact: true }).first();

describe.skipIf(missingBrowser() !== undefined)('the virtual panel', () => {
  const at = simulatorPageTest();

  it('plays a clip: monitor and countdown follow, and the panel shows the plain answer and its feedback', async () => {
    const page = await at.open();
    await press(page, 'Main programme: Play Weather');
    await answer(page, 'Main programme: Play Weather').getByText('OK', { exact: true }).waitFor();
    const monitor = page.getByRole('region', { name: 'Main programme, full', exact: true });
    await monitor.getByText('Weather', { exact: true }).waitFor();
    const left = () => monitor.getByRole('timer').innerText();
    const before = await left();
    await expect.poll(left, patient).not.toBe(before);
    await expect
      .poll(() => key(page, 'Main programme: Play Weather').getAttribute('aria-pressed'), patient)
      .toBe('true');
    await group(page, 'Main programme').getByText('Weather', { exact: true }).waitFor();
  });

  it('pauses, resumes and seeks the clip that is on', async () => {
    const page = await at.open();
    const pressed = async (name: string): Promise<void> => {
      await press(page, name);
      await answer(page, name).getByText('OK', { exact: true }).waitFor();
    };
    const run = () => at.service.studio.players.state('out-1').scenes[0]?.run;
    await press(page, 'Main programme: Pause');
    await answer(page, 'Main programme: Pause').getByText('ERR conflict').waitFor();
    await pressed('Main programme: Play Weather');
    await pressed('Main programme: Pause');
    await expect.poll(() => key(page, 'Main programme: Pause').getAttribute('aria-pressed'), patient).toBe('true');
    await pressed('Main programme: Last 10 s');
    expect(run()).toMatchObject({ paused: true, positionMs: 50_000 });
    await pressed('Main programme: From start');
    expect(run()).toMatchObject({ paused: true, positionMs: 0 });
    await pressed('Main programme: Resume');
    expect(run()).toMatchObject({ paused: false });
  });

  it('shows that an acknowledgement was lost', async () => {
    const page = await at.open();
    await page.getByLabel('Commands that the fault of Red light affects').fill('1');
    await page
      .getByRole('combobox', { name: 'Fault of Red light' })
      .selectOption({ label: 'Replies lost → ack_timeout' });
    await expect.poll(() => at.service.studio.devices().find(({ id }) => id === 'sig-1')?.fault).toBeTruthy();
    await press(page, 'Red light: On');
    await answer(page, 'Red light: On').getByText('ERR ack_timeout').waitFor();
    await answer(page, 'Red light: On')
      .getByText(/no acknowledgement/)
      .waitFor();
    await press(page, 'Red light: On');
    await answer(page, 'Red light: On').getByText('OK', { exact: true }).waitFor();
    const presses = page
      .getByRole('region', { name: 'Answers of the panel' })
      .getByRole('listitem', { name: 'Red light: On' });
    expect(await presses.nth(1).innerText()).toContain('ERR ack_timeout');
  });

  it('is refused after another station took the studio over', async () => {
    const page = await at.open();
    await page.getByRole('combobox', { name: 'Calls for' }).selectOption('Alpha FM');
    await press(page, 'Main programme: Play Weather');
    await answer(page, 'Main programme: Play Weather').getByText('OK', { exact: true }).waitFor();
    await press(page, 'Bravo TV takes over');
    await page.getByText('Held by Bravo TV').waitFor();
    await press(page, 'Main programme: Play Weather');
    await answer(page, 'Main programme: Play Weather').getByText('ERR station_mismatch').waitFor();
  });

  it('calls as a far panel with a token, which is masked until it is to be shown', async () => {
    at.service.apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
    const page = await at.open();
    await page.getByRole('combobox', { name: 'Calls from' }).selectOption({ label: 'far away, 203.0.113.20' });
    await press(page, 'Red light: On');
    await answer(page, 'Red light: On').getByText('ERR unauthorized').waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill(token(1));
    await press(page, 'Red light: On');
    await answer(page, 'Red light: On').getByText('OK', { exact: true }).waitFor();
    const url = `http://127.0.0.1:${String(at.service.port)}/api/v2/plain/signals/red-light/on?token=`;
    await answer(page, 'Red light: On').getByText(`${url}***`).waitFor();
    await page.getByLabel('Show the token').check();
    await answer(page, 'Red light: On')
      .getByText(url + token(1))
      .waitFor();
  });

  it('keeps its token and its answers over a restart, which the page shows', async () => {
    const page = await at.open();
    await page.getByRole('textbox', { name: 'Token' }).fill(token(1));
    await press(page, 'Red light: On');
    await answer(page, 'Red light: On').getByText('OK', { exact: true }).waitFor();
    at.observed.follow(undefined);
    await page.getByText(/The service is stopped or runs in another process/).waitFor();
    await key(page, 'Red light: On').waitFor({ state: 'detached' });
    at.observed.follow(at.service.composed);
    await answer(page, 'Red light: On').getByText('OK', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Token' }).inputValue()).toBe(token(1));
  });

  it('has its call in the traffic with the command that it sent, and why it was admitted', async () => {
    const page = await at.open();
    await press(page, 'Red light: On');
    const line = page.getByRole('region', { name: 'Calls and commands' }).getByRole('listitem').first();
    await line.getByText('switch on').waitFor();
    await line.getByText('Admitted: the studio’s host itself.').waitFor();
  });
});

describe.skipIf(missingBrowser() !== undefined)('the virtual panel of a service with a real console', () => {
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

  it('dies when an operator switches the feature off, and lives again', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    await press(page, 'Red light: On');
    await answer(page, 'Red light: On').getByText('OK', { exact: true }).waitFor();
    const console = await openConsoleTab(browser, system);
    await console.signIn();
    await console.goTo('/studios/studio-1/features');
    const save = async (): Promise<void> => {
      await console.page.getByLabel('Signals: Control', { exact: true }).locator('xpath=ancestor::label').click();
      await console.page.getByRole('button', { name: 'Save', exact: true }).click();
      await console.page.getByText('Saved. The change is in effect.').waitFor();
    };
    await save();
    await group(page, 'Red light').getByText('switched off').waitFor();
    await press(page, 'Red light: Off');
    await answer(page, 'Red light: Off').getByText(/^ERR /).waitFor();
    await answer(page, 'Red light: Off').getByText('403').waitFor();
    await save();
    await group(page, 'Red light').getByText('switched off').waitFor({ state: 'detached' });
    await press(page, 'Red light: Off');
    await answer(page, 'Red light: Off').getByText('OK', { exact: true }).waitFor();
  });
});
