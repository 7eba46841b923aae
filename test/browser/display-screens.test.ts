// Displays in a real browser: what remains of a running clip, the lamp, and what stands there once the service is gone.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { syncTimeout } from './console-test.js';

const sizes = [
  [1920, 1080],
  [390, 844],
  [480, 320],
] as const;

describe.skipIf(missingBrowser() !== undefined)('the displays', () => {
  let browser: Browser;
  let service: TestService;
  let page: Page;
  let isClosed: boolean;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    service = await startHttpService();
    isClosed = false;
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
  });
  afterEach(async () => {
    await page.close();
    await close();
  });

  const close = async (): Promise<void> => {
    if (!isClosed) await service.close();
    isClosed = true;
  };
  const url = (path: string): string => `http://127.0.0.1:${String(service.port)}${path}`;
  const call = (path: string): Promise<Response> => fetch(url(`/api/v2${path}`), { method: 'POST' });
  const remaining = (): Promise<string | null> => page.getByRole('timer').textContent();
  const isCut = (): Promise<boolean> =>
    page.evaluate<boolean>(
      `[...document.querySelectorAll('.big, .row > *')].some((part) => {
        const { left, right, top } = part.getBoundingClientRect();
        return left < 0 || right > innerWidth || top < 0;
      })`,
    );

  it('@DISPLAY-1: shows what remains of the clip, its name and the next one, the lamp and the time', async () => {
    await page.goto(url('/displays/MAIN'));
    await page.getByRole('heading', { name: 'Main programme' }).waitFor();
    await call('/studio/onair');
    await call('/outputs/main/clips/3/play?bank=news');
    await call('/outputs/main/clips/1/cue?bank=news');
    for (const text of ['ON AIR', 'Weather', 'Opening titles']) await page.getByText(text, { exact: false }).waitFor();
    const before = (await remaining()) ?? '';
    expect(before).toMatch(/^(1:00|0:5\d)$/);
    await expect.poll(remaining, syncTimeout).not.toBe(before);
    expect(await page.locator('.clock').textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const shown = [await accessibilityViolations(page), await hasHorizontalScroll(page), await isCut()];
      expect([width, ...shown]).toEqual([width, [], false, false]);
    }
  });

  it('@DISPLAY-4: states that the service is gone, and shows no time', async () => {
    await call('/outputs/main/clips/3/play?bank=news');
    await page.goto(url('/displays/main'));
    await expect.poll(remaining, syncTimeout).toMatch(/^\d:\d\d$/);
    await close();
    await page.getByRole('alert').getByText('Disconnected').waitFor();
    expect([await remaining(), await page.locator('.clock').textContent()]).toEqual(['–:––', '––:––:––']);
    expect(await page.getByText('Weather').count()).toBe(0);
    expect(await page.locator('.lamp').textContent()).toContain('UNKNOWN');
  });

  it('@DISPLAY-4: states that the player is not connected, and shows no time', async () => {
    await call('/outputs/main/clips/3/play?bank=news');
    await page.goto(url('/displays/main'));
    await page.getByText('Weather').waitFor();
    service.studio.setFault('out-1', { type: 'offline' });
    await page.getByRole('alert').getByText('Player not connected').waitFor();
    expect(await remaining()).toBe('–:––');
  });

  it('@DISPLAY-3: shows the tally of a camera on the whole screen', async () => {
    await page.goto(url('/displays/tally/CAM-1'));
    const state = page.getByRole('status');
    const ground = () => page.evaluate<string>(`getComputedStyle(document.querySelector('main')).backgroundColor`);
    await state.getByText('OFF AIR').waitFor();
    await call('/outputs/main/clips/headlines/cue?bank=news');
    await state.getByText('STAND BY').waitFor();
    expect(await ground()).toBe('rgb(31, 122, 69)');
    await call('/studio/onair');
    await call('/outputs/main/clips/headlines/play?bank=news');
    await state.getByText('ON AIR').waitFor();
    expect(await ground()).toBe('rgb(211, 38, 46)');
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      expect([width, await accessibilityViolations(page), await isCut()]).toEqual([width, [], false]);
    }
    await close();
    await page.getByRole('alert').getByText('Disconnected').waitFor();
    await state.getByText('UNKNOWN').waitFor();
  });

  it.each([
    ['/displays/attic', 'No such output'],
    ['/displays/tally/attic', 'No such camera'],
    ['/displays/main?scene=attic', 'No such scene'],
    ['/displays/main?show=clip,time', 'Nothing to show'],
  ])('states what is wrong with %s', async (path, title) => {
    await page.goto(url(path));
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
