// Accessibility checks of a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe finds, as rule and element. */
export const accessibilityViolations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
};

/** Returns whether the page or an element in it scrolls horizontally. Code blocks and navigation bars may. */
export const hasHorizontalScroll = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`[document.documentElement, ...document.querySelectorAll('body *:not(pre, nav)')].some((box) =>
    box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)
    || box === document.documentElement && box.scrollWidth > window.innerWidth)`);

/** Sums up the layout shifts of a page from now on, in `window.layoutShifts`. */
export const observeLayoutShifts = (page: Page): Promise<void> =>
  page.evaluate(`{
    window.layoutShifts = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.layoutShifts += value;
    }).observe({ type: 'layout-shift' });
  }`);

/** Returns the sum of the layout shifts since {@link observeLayoutShifts}. */
export const layoutShifts = (page: Page): Promise<number> => page.evaluate<number>('window.layoutShifts');
