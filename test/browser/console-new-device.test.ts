// The console page in a real browser: what follows the token of a new device, up to its first call.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { layoutShifts, observeLayoutShiftsFromNow } from './layout-shifts.js';

describe.skipIf(missingBrowser() !== undefined)('a new device', () => {
  const at = consoleTest();
  const firstCall = () => at.page.getByRole('region', { name: 'First call' });
  const example = (name: string) => at.page.getByRole('group', { name, exact: true });
  const tab = (name: string) => at.page.getByRole('tab', { name, exact: true });

  const choose = async (label: RegExp, option: string): Promise<void> => {
    await at.page.getByRole('button', { name: label }).click();
    await at.page.getByRole('option').getByText(option, { exact: true }).click();
  };

  /** Adds a device and returns its token. Its dialog stays open. */
  const add = async (name: string, access = 'Read and control', ...features: readonly string[]): Promise<string> => {
    await at.section('devices');
    await at.button('Add device').click();
    await at.page.getByLabel('Name').fill(name);
    await at.page.getByText(access).click();
    for (const feature of features) await at.press(feature);
    await at.button('Add').click();
    await firstCall().getByText(`Waiting for the first call of ${name}…`).waitFor();
    return at.page.getByRole('textbox', { name: 'Token' }).inputValue();
  };

  /** Calls until the service has the device, or refuses it for another reason than its token. */
  const callUntilKnown = (path: string, token: string, status = 200): Promise<void> =>
    expect.poll(() => at.statusOf(path, { token, from: '10.20.0.41' }), syncTimeout).toBe(status);

  it('shows the first call with its answer as it comes, in three clicks', async () => {
    const token = await add('Desk panel');
    await callUntilKnown('/api/v2/signals', token);
    await firstCall().getByText('Seen from 10.20.0.41').waitFor(syncTimeout);
  });

  it('shows calls that were made without the token', async () => {
    await add('Desk panel');
    await expect
      .poll(async () => {
        await at.statusOf(`/api/v2/signals?token=svc_${'0'.repeat(32)}`, { from: '10.20.0.42' });
        return firstCall().innerText();
      }, syncTimeout)
      .toContain('Refused: no device has this token.');
    await at.statusOf('/api/v2/signals', { from: '127.0.0.1' });
    await firstCall()
      .getByText('Calls to 127.0.0.1 and localhost need no token.', { exact: false })
      .waitFor(syncTimeout);
  });

  it('offers only calls that the service admits', async () => {
    const { features } = { features: await at.system.callConsole('GET', '/api/studios/studio-1/features') };
    const changed = {
      ...(features as object),
      macros: { read: false, control: true },
      signals: { read: true, control: false },
    };
    await at.system.callConsole('PUT', '/api/studios/studio-1/features', changed);
    const token = await add('Limited', 'Read and control', 'Signals', 'Macros', 'Outputs');
    await callUntilKnown('/api/v2/signals', token);
    await at.page.getByRole('button', { name: /Call$/ }).click();
    const labels = await at.page.getByRole('option').allInnerTexts();
    await at.page.getByRole('option').first().click();
    await at.page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(labels).toEqual([
      'Read all signals',
      'Read all outputs',
      'Read signal red-light',
      'Read signal mic-live',
      'Read signal phone-ring',
      'Read signal door-lock',
      'Play a clip on main',
      'Play a clip on wall, scene left',
      'Play a clip on wall, scene right',
      'Run “Opening”',
      'Run “Closing”',
    ]);
    for (const label of labels) {
      await choose(/Call$/, label);
      const [, path = ''] = /:\d+(\/[^']*)'$/.exec(await example('Command').innerText()) ?? [];
      expect(path).toMatch(/^\/api\/v2\//);
      expect([401, 403, 404]).not.toContain(await at.statusOf(path, { token }));
    }
  });

  /** Checks what every state of the dialog has to be. */
  const check = async (page: Page): Promise<void> => {
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await hasHorizontalScroll(page)).toBe(false);
  };

  it.each([
    ['light', 320],
    ['dark', 320],
    ['light', 768],
    ['dark', 1600],
  ] as const)('is accessible and stable in the %s theme at %i pixels', async (colorScheme, width) => {
    const { page } = at;
    const picture = async (name: string): Promise<void> => {
      const path = process.env['SCREENSHOT'];
      if (path !== undefined)
        await page.screenshot({ path: `${path}-${name}-${colorScheme}-${String(width)}.png`, fullPage: true });
    };
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const token = await add('Desk panel');
    await check(page);
    await picture('waiting');
    for (const name of ['Companion', 'Stream Deck', 'URL', 'curl']) {
      await tab(name).click();
      await check(page);
      await picture(name.replace(' ', '-'));
    }
    await observeLayoutShiftsFromNow(page, '.overlay');
    await callUntilKnown('/api/v2/signals', token);
    await at.statusOf('/api/v2/signals/attic', { token, from: '10.20.0.41' });
    await firstCall().getByText('404 not_found').waitFor(syncTimeout);
    expect(await layoutShifts(page)).toEqual([]);
    await check(page);
    await picture('seen');
  });
});
