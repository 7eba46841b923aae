// The console page in a real browser: what a studio is doing, only while its service reports it.
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { layoutShifts, observeLayoutShiftsFromNow } from './layout-shifts.js';

describe.skipIf(missingBrowser() !== undefined)('what a studio is doing', () => {
  const at = consoleTest();

  const host = async (path: string): Promise<void> => {
    expect(await at.statusOf(`/api/v2/${path}`, { from: '127.0.0.1' })).toBe(200);
  };
  const live = () => at.page.getByText('Live', { exact: true }).and(at.page.locator('.badge'));
  const watch = async (): Promise<void> => {
    await at.section('live');
    await live().waitFor(syncTimeout);
  };
  const row = (text: string) => at.page.getByRole('row').filter({ hasText: text });
  const part = (name: string) => at.page.getByRole('region', { name, exact: true });
  const item = (name: string) => at.page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');

  it('@LIVE-1: shows status, holder, clips, what is cued, what runs and signals, each change as it happens', async () => {
    await watch();
    expect(await item('Status').innerText()).toBe('Off air');
    expect(await item('Held by').innerText()).toBe('Alpha FM');
    expect(await item('Alarms').innerText()).toBe('None');
    await row('Main programme').getByText('Nothing').waitFor();
    await host('studio/onair');
    await host('outputs/main/clips/weather/play');
    await host('outputs/wall/clips/opener/cue?scene=left');
    await host('signals/red-light/on');
    await host('automations/auto-1/start');
    await item('Status').getByText('On air').waitFor(syncTimeout);
    await row('Main programme').getByText('weather').waitFor(syncTimeout);
    await row('Main programme').getByText('On air').waitFor();
    await row('Video wall left').getByText('Next: opener').waitFor(syncTimeout);
    await part('Signals').getByRole('listitem').filter({ hasText: 'Red light on' }).waitFor(syncTimeout);
    await part('Automations').getByText('Running').waitFor(syncTimeout);
    await host('station/release');
    await host('stations/bravo/take');
    await item('Held by').getByText('Bravo TV').waitFor(syncTimeout);
  });

  it('@LIVE-1: shows nothing of what the settings hide', async () => {
    await watch();
    const path = '/api/studios/studio-1/features';
    const features = (await at.system.callConsole('GET', path)) as { readonly signals: object };
    await at.system.callConsole('PUT', path, { ...features, signals: { read: false, control: false } });
    await at.page.getByText('Reading signals is switched off in Features.').waitFor(syncTimeout);
    expect(await at.page.getByText('Red light').count()).toBe(0);
  });

  it('@LIVE-3: shows when the studio was last seen once its connection is broken', async () => {
    await watch();
    await host('studio/onair');
    await item('Status').getByText('On air').waitFor(syncTimeout);
    at.system.relay.cut();
    await at.page.getByText(/Last seen at \d\d:\d\d:\d\d: it was on air, held by Alpha FM\./).waitFor(syncTimeout);
    expect(await at.page.getByText('On air', { exact: true }).count()).toBe(0);
    expect(await row('Main programme').count()).toBe(0);
    at.system.relay.mend();
    await live().waitFor({ timeout: 40_000 });
    await item('Status').getByText('On air').waitFor();
  });

  it('@LIVE-4: shows that a service is too old', async () => {
    const stop = await at.system.connectOlderService();
    await at.section('live');
    await at.page.getByText('of an earlier version, which can’t report what the studio is doing').waitFor(syncTimeout);
    await at.section('activity');
    await at.page.getByText('of an earlier version, which can’t send its calls').waitFor(syncTimeout);
    await at.section('access');
    await at.page.getByText('Connected', { exact: true }).waitFor();
    await stop();
  });

  it.each([
    ['light', 320],
    ['dark', 320],
    ['light', 768],
    ['dark', 1600],
  ] as const)('is accessible and stable in the %s theme at %i pixels', async (colorScheme, width) => {
    const { page } = at;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await host('studio/onair');
    await host('outputs/main/clips/weather/play');
    await host('outputs/wall/clips/opener/cue?scene=left');
    await host('signals/red-light/on');
    await watch();
    await row('weather').waitFor();
    await observeLayoutShiftsFromNow(page, 'body', 'all');
    await host('outputs/wall/clips/headlines/play?scene=right');
    await row('headlines').waitFor(syncTimeout);
    await row('Main programme').getByText('0:5', { exact: false }).waitFor(syncTimeout);
    expect(await layoutShifts(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await hasHorizontalScroll(page)).toBe(false);
    const picture = process.env['SCREENSHOT'];
    if (picture !== undefined)
      await page.screenshot({ path: `${picture}-${colorScheme}-${String(width)}.png`, fullPage: true });
  });
});
