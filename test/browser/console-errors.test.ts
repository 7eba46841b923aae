// The console page in a real browser: a view that can't be rendered leaves the rest of the page usable.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest } from './console-test.js';
import { findingsInDisplays } from './displays.js';

describe.skipIf(missingBrowser() !== undefined)('a view that throws', () => {
  const at = consoleTest();

  /** Opens another page of the same operator, which records the errors that the browser logs. */
  const openPage = async (): Promise<{ readonly page: Page; readonly errors: readonly string[] }> => {
    const page = await at.page.context().newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    return { page, errors };
  };

  it.each([
    ['/operators', '/api/operators', { operators: [null] }, 'This view', 'Studios'],
    ['/studios/studio-1/devices', '/api/studios/studio-1/devices', { devices: [null] }, 'This section', 'Features'],
  ])(
    'at %s shows the error and ways on, and logs it',
    async (path, api, body, what, other) => {
      const { page, errors } = await openPage();
      await page.route(`**${api}`, (route) => route.fulfill({ json: body }));
      await page.goto(at.system.url + path);
      await page.getByText(`${what} can’t be shown because of an unexpected error of this page.`).waitFor();
      expect(errors.join('\n')).toContain('TypeError');
      expect(await findingsInDisplays(page)).toEqual([]);
      await page.getByRole('link', { name: other, exact: true }).click();
      await page.getByText('can’t be shown').waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByText('can’t be shown').waitFor();
      await page.unroute(`**${api}`);
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await page.getByRole('button', { name: /^Add / }).first().waitFor();
    },
    60_000,
  );
});
