// Layout shifts of a page: what moves although the operator did nothing.
import type { Page } from 'playwright-core';

/**
 * Collects the layout shifts of elements below those that match a selector, from the beginning of each navigation. With `without
 * input`, shifts within half a second after an input or a resized window don't count.
 */
export const observeLayoutShifts = (
  page: Page,
  selector: string,
  counted: 'all' | 'without input' = 'all',
): Promise<unknown> =>
  page.addInitScript(`{
    window.layoutShifts = [];
    const isObserved = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('${selector}');
    new PerformanceObserver((list) => {
      for (const { sources, hadRecentInput } of list.getEntries())
        for (const source of sources.filter((one) => isObserved(one) && !(hadRecentInput && ${String(counted !== 'all')})))
          window.layoutShifts.push((source.node.outerHTML ?? source.node.textContent).slice(0, 160));
    }).observe({ type: 'layout-shift', buffered: true });
  }`);

/** Returns the elements that moved. */
export const layoutShifts = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>('window.layoutShifts');

/**
 * Counts the shifts of elements below those that match a selector, from now on. Shifts that follow an input of the operator
 * don't count.
 */
export const countShifts = (page: Page, selector: string): Promise<unknown> =>
  page.evaluate(`{
    window.shiftsCounted = 0;
    const isObserved = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('${selector}');
    new PerformanceObserver((list) => {
      for (const { sources, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) window.shiftsCounted += sources.filter(isObserved).length;
    }).observe({ type: 'layout-shift' });
  }`);

/** Returns how many elements were shifted. */
export const shiftsCounted = (page: Page): Promise<number> => page.evaluate<number>('window.shiftsCounted');
