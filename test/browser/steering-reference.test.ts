// The reference page of the simulator's steering API in a real browser.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiBase } from '../../simulator/api/base.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { syncTimeout } from './console-test.js';
import { simulatorPageTest } from './simulator-page.js';

const displays = [320, 768, 1600].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
]);

const route = (page: Page, id: string): Locator => page.locator(`[id="${id}"]`);
const body = (page: Page, id: string): Locator => route(page, id).getByRole('textbox', { name: 'Body' });
const answer = (page: Page, id: string): Locator => route(page, id).getByRole('region', { name: 'Answer' });
const question = (page: Page): Locator => page.getByRole('dialog');
const press = (page: Page, id: string): Promise<void> =>
  route(page, id).getByRole('button', { name: 'Send to the studio' }).click();

describe.skipIf(missingBrowser() !== undefined)('the reference page of the steering API', () => {
  const at = simulatorPageTest();

  const open = async (id: string): Promise<Page> => {
    const page = await at.openPath(`${apiBase}/docs#${id}`);
    await route(page, id).getByLabel('The call as a command').waitFor();
    return page;
  };
  const confirm = async (page: Page, id: string): Promise<void> => {
    await press(page, id);
    await question(page).getByRole('button', { name: 'Send' }).click();
    await answer(page, id).getByText('200 OK').waitFor();
  };
  const faultOfLight = () => at.service.studio.devices().find(({ id }) => id === 'sig-1')?.fault;

  it('shows every operation of the document, and no field for a token', async () => {
    const page = await at.openPath(`${apiBase}/docs`);
    await page.waitForSelector('.group');
    await page.getByLabel('Find a route').fill('/');
    const shown = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.route')].map(({ id }) => id).toSorted()`,
    );
    const described = await page.evaluate<string[]>(
      `fetch('${apiBase}/openapi.json').then((response) => response.json()).then(({ paths }) =>
        Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)).toSorted())`,
    );
    expect(shown).toEqual(described);
    expect(shown).toContain('device.fault.remove');
    expect(await page.getByLabel('Device token').count()).toBe(0);
    expect(await page.title()).toBe('Studio Control simulator: API reference');
  });

  it('is the same page with a slash at the end of its path', async () => {
    const page = await at.openPath(`${apiBase}/docs/`);
    await page.waitForSelector('.group');
  });

  it('is linked from the simulator’s page', async () => {
    const page = await at.open();
    await page.getByRole('link', { name: 'Steering API' }).click();
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
  });

  it('sets a fault with the example of the document, and removes it, each after a question', async () => {
    const page = await open('device.fault.set');
    const set = 'device.fault.set';
    await route(page, set).getByLabel('id').fill('sig-1');
    expect(JSON.parse(await body(page, set).inputValue())).toEqual({ type: 'lost', commands: 1 });
    expect(await route(page, set).getByLabel('The call as a command').innerText()).toMatch(
      /^curl -X PUT -H 'Content-Type: application\/json' -d '\{"type":"lost","commands":1\}' 'http:[^ ]*\/devices\/sig-1\/fault'$/,
    );
    await press(page, set);
    await question(page).getByText('PUT /api/v1/devices/sig-1/fault').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(faultOfLight()).toBeNull();
    await confirm(page, set);
    expect(faultOfLight()).toMatchObject({ type: 'lost' });
    await page.getByLabel('Find a route').fill('remove');
    await page.getByRole('heading', { name: 'Remove the fault' }).click();
    await route(page, 'device.fault.remove').getByLabel('id').fill('sig-1');
    await confirm(page, 'device.fault.remove');
    expect(faultOfLight()).toBeNull();
  });

  it('offers the devices of this studio, for paths and for parameters', async () => {
    const page = await open('command.list');
    const choices = async (id: string, name: string): Promise<readonly string[]> => {
      const list = (await route(page, id).getByLabel(name).getAttribute('list')) ?? '';
      return page.evaluate<string[]>(
        `[...document.getElementById('${list}').options].map(({ value, text }) => value + ' ' + text)`,
      );
    };
    const devices = at.service.studio.devices().map(({ id, name }) => `${id} ${name}`);
    await route(page, 'command.list').getByText('Optional parameters').click();
    await expect.poll(() => choices('command.list', 'device'), syncTimeout).toEqual(devices);
    await page.getByLabel('Find a route').fill('get a device');
    await page.getByRole('heading', { name: 'Get a device', exact: true }).click();
    await expect.poll(() => choices('device.get', 'id'), syncTimeout).toEqual(devices);
    await route(page, 'device.get').getByRole('button', { name: 'Send' }).click();
    await answer(page, 'device.get').getByText('200 OK').waitFor();
  });

  it('shows the event stream as it arrives', async () => {
    const page = await open('event.follow');
    await route(page, 'event.follow').getByRole('button', { name: 'Send' }).click();
    await answer(page, 'event.follow').getByText('event: snapshot').waitFor();
    await route(page, 'event.follow').getByRole('button', { name: 'Stop waiting' }).click();
  });

  it.each(displays)(
    'has no finding of axe and scrolls only down, $width pixels wide, $colorScheme',
    async ({ width, colorScheme }) => {
      const viewport = { width, height: 900 };
      const page = await at.openPath(`${apiBase}/docs`, { viewport, colorScheme });
      await page.waitForSelector('.group');
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('heading', { name: 'clock', exact: true }).click();
      await page.getByRole('heading', { name: 'Pause the clock' }).click();
      await confirm(page, 'clock.set');
      await body(page, 'clock.set').fill('{');
      await press(page, 'clock.set');
      await route(page, 'clock.set').getByText('The body isn’t JSON').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await hasHorizontalScroll(page)).toBe(false);
    },
  );
});
