// The console page in German: no view or dialog shows a text of the catalogue in English, and the longer words fit.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleTest } from './console-test.js';
import { findingsInDisplays } from './displays.js';
import { englishOn } from './german.js';
import { missingBrowser } from './chromium.js';
import { painted } from './painted.js';
import { prepareStudios } from './views.js';

const sections = [
  'live',
  'access',
  'features',
  'devices',
  'activity',
  'as-run',
  'callers',
  'history',
  'file',
  'studio',
];
const paths = ['/studios', '/removed-studios', '/operators', '/account', '/studios/none/live'].concat(
  sections.map((section) => `/studios/studio-1/${section}`),
);

describe.skipIf(missingBrowser() !== undefined)('the console in German', () => {
  const at = consoleTest({ signedIn: false });
  /** Presses each kind of button of a view, and returns the English texts that it and its dialogs show. */
  const englishAt = async (page: Page, path: string): Promise<readonly string[]> => {
    const found: string[] = [];
    const look = async (place: string): Promise<void> => {
      await painted(page);
      found.push(...(await englishOn(page)).map((text) => `${place}: ${text}`));
    };
    await at.tab.goTo(path);
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    await look(path);
    const buttons = await page.locator('main button:not(:disabled)').all();
    const names = await Promise.all(buttons.map(async (one) => (await one.innerText()) || '…'));
    const kinds = names.flatMap((name, place) => (names.indexOf(name) === place ? [[name, place] as const] : []));
    for (const [name, place] of kinds) {
      await at.tab.goTo(path);
      const button = page.locator('main button:not(:disabled)').nth(place);
      if ((await button.count()) === 0) continue;
      await button.click();
      await look(`${path}, ${name}`);
    }
    return found;
  };

  it('@CONSOLE-38: shows no English text in any view, nor in what its buttons open', async () => {
    const page = await at.open({ locale: 'de-AT' });
    await at.tab.goTo('/');
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    expect(await englishOn(page)).toEqual([]);
    await at.tab.openStudios();
    await prepareStudios(at);
    const found: string[] = [];
    for (const path of paths) found.push(...(await englishAt(page, path)));
    expect(found).toEqual([]);
  }, 300_000);

  it('@CONSOLE-38: fits into windows of 320 to 1600 pixels', async () => {
    const page = await at.open({ locale: 'de-AT' });
    await at.tab.openStudios();
    await prepareStudios(at);
    const found: Record<string, readonly string[]> = {};
    for (const path of paths) {
      await at.tab.goTo(path);
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      const findings = await findingsInDisplays(page);
      if (findings.length > 0) found[path] = findings;
      if (process.env['SCREENSHOTS'] !== undefined)
        await page.screenshot({ path: join('reports/german', `${path.replaceAll('/', '-')}.png`), fullPage: true });
    }
    expect(found).toEqual({});
  }, 300_000);

  it('@CONSOLE-38: is English where its menu says so, and keeps that', async () => {
    const page = await at.open({ locale: 'de-AT' });
    await at.tab.openStudios();
    await page.getByRole('button', { name: /^admin/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Operators' }).waitFor();
    await at.tab.goTo('/account');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: /^admin/ }).click();
    await page.getByRole('menuitemradio', { name: 'Browser’s language' }).click();
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
  });
});
