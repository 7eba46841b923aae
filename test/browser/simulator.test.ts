// The simulated studio's page in a real browser: monitors, hands, faults, the clock, traffic and accessibility.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { layoutShifts, observeLayoutShiftsFromNow } from './layout-shifts.js';
import { simulatorPageTest } from './simulator-page.js';

const displays = [
  { width: 320, height: 568 },
  { width: 820, height: 1_180 },
  { width: 1_440, height: 900 },
  { width: 1_920, height: 1_080 },
];

/** Limit for changes that travel between page, simulator and service. */
const patient = { timeout: 10_000 };

const tile = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const scene = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const faultOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Fault of ${name}`) });
const show = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
/** Chooses a fault, for so many commands; all without a number. */
const inject = async (page: Page, name: string, label: string, commands = ''): Promise<void> => {
  await faultOf(page, name).click();
  if (commands !== '') await page.getByLabel(`Commands that the fault of ${name} affects`).fill(commands);
  await page.getByRole('combobox', { name: `Fault of ${name}` }).selectOption({ label });
  await page.keyboard.press('Escape');
};
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const secondsLeft = async (monitor: Locator): Promise<number> => {
  const [minutes = 0, seconds = 0] = ((await monitor.getByRole('timer').textContent()) ?? '')
    .split(':')
    .map(parseFloat);
  return minutes * 60 + seconds;
};

describe.skipIf(missingBrowser() !== undefined)('the simulated studio’s page', () => {
  const at = simulatorPageTest();

  it.each(displays)(
    'has no accessibility violations, and is one screen if that is large: $width × $height',
    async (viewport) => {
      const page = await at.open({ viewport });
      await at.plain('/outputs/main/clips/weather/play');
      await inject(page, 'Red light', 'Delay → ack_timeout');
      await press(page, 'Unplug Door lock');
      await tile(page, 'Door lock').getByText('Offline', { exact: true }).first().waitFor();
      await scene(page, 'Main programme, full').getByText('Weather', { exact: true }).waitFor();
      const fits = () => page.evaluate<boolean>('document.documentElement.scrollHeight <= window.innerHeight');
      expect([await accessibilityViolations(page), await hasHorizontalScroll(page)]).toEqual([[], false]);
      expect(await fits()).toBe(viewport.width >= 1_440);
      for (const name of ['Panel', 'Macros', 'Automations', 'Variables', 'Alarms']) {
        await show(page, name);
        expect([name, await accessibilityViolations(page), await hasHorizontalScroll(page)]).toEqual([name, [], false]);
        expect(await fits()).toBe(viewport.width >= 1_440);
      }
    },
  );

  it('works with the keyboard alone', async () => {
    const page = await at.open({ viewport: { width: 1_440, height: 900 } });
    await page.getByRole('tab', { name: 'Traffic' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.frameLocator('iframe').getByRole('heading').waitFor();
    await faultOf(page, 'Red light').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Fault of Red light' }).selectOption({ label: 'Frozen → ack_timeout' });
    await page.keyboard.press('Escape');
    await expect.poll(() => faultOf(page, 'Red light').innerText(), patient).toBe('Frozen');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Frozen');
  });

  it('shows a clip that a panel plays, and its countdown', async () => {
    const page = await at.open();
    const monitor = scene(page, 'Main programme, full');
    await monitor.getByText('Nothing playing').waitFor();
    await at.plain('/outputs/main/clips/weather/play');
    await monitor.getByText('Weather', { exact: true }).waitFor();
    const before = await secondsLeft(monitor);
    expect(before).toBeGreaterThan(50);
    await expect.poll(() => secondsLeft(monitor), patient).toBeLessThan(before);
    await press(page, 'End clip of Main programme, full');
    await monitor.getByText('Nothing playing').waitFor();
    await expect.poll(() => at.service.studio.players.state('out-1').scenes[0]?.run, patient).toBeFalsy();
  });

  it('starts a clip as another station would', async () => {
    const page = await at.open();
    await page.getByRole('combobox', { name: 'Play in' }).selectOption('wall / right');
    await page.getByRole('region', { name: 'Clips' }).getByRole('button', { name: 'Music bed' }).click();
    await scene(page, 'Video wall, right').getByText('Music bed').waitFor();
    expect(at.service.studio.commands()).toEqual([]);
  });

  it('rings the phone, and the service reports it', async () => {
    const page = await at.open();
    await press(page, 'Switch Phone ringing');
    await expect.poll(() => at.plain('/signals/phone-ring'), patient).toBe('1');
    await tile(page, 'Phone ringing').getByText('On', { exact: true }).waitFor();
  });

  it('injects a fault for the next command, and shows that it was used up', async () => {
    const page = await at.open();
    await inject(page, 'Red light', 'Replies lost → ack_timeout', '1');
    await expect.poll(() => faultOf(page, 'Red light').innerText(), patient).toBe('Replies lost · 1 left');
    expect(await at.plain('/signals/red-light/on')).toMatch(/^ERR ack_timeout/);
    await expect.poll(() => faultOf(page, 'Red light').innerText(), patient).toBe('Fault');
    await page.getByText(/^\d+ ack_timeout$/).waitFor();
    expect(await at.plain('/signals/red-light/off')).toMatch(/^OK/);
  });

  it('keeps the delay of a fault when its number changes', async () => {
    const page = await at.open();
    const fault = () => at.service.studio.devices().find(({ name }) => name === 'Red light')?.fault;
    await inject(page, 'Red light', 'Delay → ack_timeout');
    await faultOf(page, 'Red light').click();
    await page.getByLabel('Delay of Red light in milliseconds').fill('2500');
    await page.getByLabel('Commands that the fault of Red light affects').fill('3');
    await page.getByRole('dialog').getByText('3 left').waitFor();
    await expect.poll(fault, patient).toMatchObject({ type: 'late', delayMs: 2_500, commands: 3 });
  });

  it('unplugs a device everywhere, and plugs it in again', async () => {
    const page = await at.open();
    await press(page, 'Unplug Red light');
    await tile(page, 'Red light').getByText('Offline', { exact: true }).first().waitFor();
    expect(await at.plain('/signals/red-light/on')).toMatch(/^ERR device_unavailable/);
    await press(page, 'Plug in Red light');
    await expect.poll(() => at.plain('/signals/red-light/on'), patient).toMatch(/^OK/);
  });

  it('pauses the clock, advances it, and resets the studio', async () => {
    const page = await at.open();
    await at.plain('/outputs/main/clips/weather/play');
    await press(page, 'Pause');
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    const monitor = scene(page, 'Main programme, full');
    const before = await secondsLeft(monitor);
    await press(page, '+10 s');
    await expect.poll(() => secondsLeft(monitor), patient).toBe(before - 10);
    await press(page, 'Resume');
    await page.getByLabel('Speed of the clock').selectOption('60×');
    await monitor.getByText('Nothing playing').waitFor();
    await inject(page, 'Red light', 'Commands refused → device_error');
    await expect.poll(() => faultOf(page, 'Red light').innerText(), patient).toBe('Commands refused');
    await press(page, 'Reset studio');
    await expect.poll(() => faultOf(page, 'Red light').innerText(), patient).toBe('Fault');
  });

  it('shows calls with their answers beside the commands of the devices, newest first', async () => {
    const page = await at.open();
    await at.plain('/signals/red-light/on');
    await at.plain('/cameras/cam-1/angles/close/recall');
    const lines = page.getByRole('region', { name: 'Calls and commands' }).getByRole('listitem');
    await expect.poll(() => lines.count(), patient).toBe(4);
    expect((await lines.allInnerTexts()).map((line) => /switch on|recall close|GET/.exec(line)?.[0])).toEqual([
      'GET',
      'recall close',
      'GET',
      'switch on',
    ]);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Commands of Red light');
    await expect.poll(() => lines.allTextContents(), patient).toEqual([expect.stringContaining('switch on')]);
  });

  it('follows macros and variables of the service', async () => {
    const page = await at.open();
    expect(await page.getByRole('combobox', { name: 'Held by' }).inputValue()).toBe('alpha');
    await show(page, 'Variables');
    await at.plain('/variables/Headline/set?value=Rain%20today');
    await page.getByText('Rain today').waitFor();
    await show(page, 'Macros');
    await at.plain('/macros/mac-1/run');
    await page.getByText('step 3 of 7').waitFor();
  });

  it('moves nothing while the studio works', async () => {
    const page = await at.open({ viewport: { width: 1600, height: 1000 } });
    await observeLayoutShiftsFromNow(page, '.room-bar, .room-studio, .tabs');
    await inject(page, 'Red light', 'Replies duplicated → no difference');
    await press(page, 'Unplug Door lock');
    await at.plain('/studio/onair');
    await at.plain('/outputs/main/clips/weather/play');
    await at.plain('/signals/red-light/on');
    await scene(page, 'Main programme, full').getByText('Weather', { exact: true }).waitFor();
    await page.getByText('switch on').waitFor();
    expect(await layoutShifts(page)).toEqual([]);
  });
});

describe.skipIf(missingBrowser() !== undefined)('the page of a studio whose service runs elsewhere', () => {
  const at = simulatorPageTest({ knowsService: false });

  it('states what it does not show', async () => {
    const page = await at.open();
    await page.getByRole('tab', { name: 'Macros' }).click();
    await page.getByText('The service is stopped or runs in another process.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
