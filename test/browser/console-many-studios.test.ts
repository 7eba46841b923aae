// The console page in a real browser with 10,000 studios: only the rows near the window exist.
import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { findingsInDisplays } from './displays.js';
import { layoutShifts, observeLayoutShifts } from './layout-shifts.js';
import { addStudios } from './stored.js';

const count = 10_000;

/** The bounds of the page with all studios. */
const limits = { nodes: 5_000, heapBytes: 40_000_000 };

describe.skipIf(missingBrowser() !== undefined)('the overview of 10,000 studios', () => {
  const at = consoleTest();

  /** Returns the time from the beginning of the navigation until a studio is shown, in milliseconds. */
  const timeToShow = async (name: string): Promise<number> => {
    await at.tab.goTo('/studios');
    await at.page.evaluate(`new Promise((resolve) => {
      const isShown = () => [...document.querySelectorAll('.studio-row a')].some((a) => a.innerText === '${name}');
      const look = () => isShown() ? resolve() : setTimeout(look, 4);
      look();
    })`);
    return at.page.evaluate<number>('Math.round(performance.now())');
  };
  const lastShown = () => at.page.locator('.studio-row a').last().innerText();

  it('scrolls and is searched within few elements and little memory', async () => {
    const baseline = await timeToShow('Studio One');
    await addStudios(at.system, count);
    const requests: string[] = [];
    const note = (text: string) => (request: Request) =>
      requests.push(`${text} ${new URL(request.url()).pathname}${new URL(request.url()).search}`);
    at.page.on('request', note('sends')).on('requestfinished', note('has'));
    const shown = await timeToShow('Studio 2');
    const changeFeed = 'sends /api/events?studios=together';
    await expect.poll(() => requests, syncTimeout).toContain(changeFeed);
    // Ten thousand messages at once would keep the page from its first read.
    const pages = requests.filter((one) => one.startsWith('has /api/studios?limit=2000'));
    expect(requests.indexOf(pages.at(-1) ?? '')).toBeLessThan(requests.indexOf(changeFeed));
    expect(pages).toHaveLength(count / 2_000);
    expect(requests.filter((one) => one.startsWith('sends /api/studios'))).toHaveLength(pages.length);
    console.info(
      `the first row is shown ${String(shown)} ms after the navigation began, of one studio ${String(baseline)} ms`,
    );
    expect(await findingsInDisplays(at.page)).toEqual([]);
    await observeLayoutShifts(at.page, '.studio-list', 'without input');
    await timeToShow('Studio 2');
    await at.page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expect.poll(lastShown, syncTimeout).toMatch(/^Studio (10000|One)$/);
    expect(await at.page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(limits.nodes);
    expect(await layoutShifts(at.page)).toEqual([]);
    const devTools = await at.page.context().newCDPSession(at.page);
    await devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devTools.send('Runtime.getHeapUsage');
    console.info(`the page uses ${String(Math.round(usedSize / 1e5) / 10)} MB`);
    expect(usedSize).toBeLessThan(limits.heapBytes);
    await at.page.getByLabel('Find a studio').fill('9876 studio');
    await expect.poll(() => at.page.locator('.studio-row a').allInnerTexts(), syncTimeout).toEqual(['Studio 9876']);
  }, 120_000);
});
