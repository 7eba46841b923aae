// Pictures of every view, taken from the real product. `npm run screenshots` writes those that the documentation shows.
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, type ConsoleTest } from './console-test.js';
import { simulatorPageTest } from './simulator-page.js';
import { firstViews, prepareStudios, views, type Views } from './views.js';

const root = resolve(import.meta.dirname, '../..');
const images = resolve(root, process.env['SCREENSHOTS'] ?? 'reports/screenshots');
const folder = join(images, 'console');

const take = async (at: ConsoleTest, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await at.page.mouse.move(0, 0);
  expect([name, await accessibilityViolations(at.page)]).toEqual([name, []]);
  await at.page.screenshot({ path: join(folder, `${name}.png`) });
};

const takeAll = async (at: ConsoleTest, all: Views): Promise<void> => {
  await at.page.setViewportSize({ width: 1280, height: 800 });
  for (const [name, show] of Object.entries(all)) {
    await show(at);
    await take(at, name);
  }
};

describe('the guide', () => {
  it('shows each view', async () => {
    const guide = await readFile(join(root, 'docs/console.md'), 'utf8');
    const shown = [...guide.matchAll(/\(images\/console\/([a-z-]+)\.png\)/g)].map(([, name]) => name);
    expect(shown).toEqual(Object.keys({ ...firstViews, ...views }));
  });
});

describe.skipIf(missingBrowser() !== undefined)('the views of a new console', () => {
  const at = consoleTest({ signedIn: false, generatesPassword: true });

  it('are complete, and have no finding of axe', async () => {
    await at.open();
    await takeAll(at, firstViews);
  }, 60_000);
});

describe.skipIf(missingBrowser() !== undefined)('the views of a console in use', () => {
  const at = consoleTest();

  it('are complete, and have no finding of axe', async () => {
    await prepareStudios(at);
    await takeAll(at, views);
  }, 120_000);
});

describe.skipIf(missingBrowser() !== undefined)('the page of the simulated studio', () => {
  const at = simulatorPageTest();

  it('is complete, and has no finding of axe', async () => {
    const page = await at.open({ viewport: { width: 1440, height: 900 } });
    await at.plain('/outputs/main/clips/weather/play');
    await at.plain('/outputs/main/clips/closer/cue');
    await page.getByRole('button', { name: 'Unplug Door lock' }).click();
    await page.getByText('Offline', { exact: true }).first().waitFor();
    await at.plain('/signals/door-lock/on');
    await page.getByText(/^\d+ device_unavailable$/).waitFor();
    await at.plain('/studio/onair');
    await page.mouse.move(0, 0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.evaluate('window.scrollTo(0, 0)');
    await mkdir(images, { recursive: true });
    await page.screenshot({ path: join(images, 'simulator.png') });
  });

  it('has a panel in a frame', async () => {
    const page = await at.open({ viewport: { width: 1440, height: 900 } });
    await page.getByRole('tab', { name: 'Panel' }).click();
    const panel = page.frameLocator('iframe');
    for (const name of [/^Weather/, /^Red light on/]) {
      await panel.getByRole('button', { name }).first().click();
      await panel.locator('button[aria-pressed=true]').filter({ hasText: name }).waitFor();
    }
    await page.mouse.move(0, 0);
    await page.getByRole('tabpanel').screenshot({ path: join(images, 'simulator-panel.png') });
  });
});
