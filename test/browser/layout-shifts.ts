// Layout shifts of a page: what moves although the operator did nothing.
import type { Page } from 'playwright-core';
import { painted } from './painted.js';

/** With `without input`, shifts within half a second after an input or a resized window don't count. */
type Counted = 'all' | 'without input';

/**
 * Returns the script that collects what moves below elements that match a selector. Elements that are
 * removed meanwhile are known as moved only if everything is observed.
 */
const observer = (selector: string, counted: Counted, buffered: boolean): string => `{
  const shifts = [];
  const isObserved = ({ node }) => node === null
    ? ${String(selector === 'body')}
    : (node.nodeType === 1 ? node : node.parentElement)?.closest('${selector}');
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const describe = ({ node, previousRect, currentRect }) =>
    place(previousRect) + ' > ' + place(currentRect) + ': ' +
    (node?.outerHTML ?? node?.textContent ?? 'a removed element').slice(0, 160);
  const collect = (entries) => {
    for (const { sources, hadRecentInput } of entries)
      if (!(hadRecentInput && ${String(counted === 'without input')}))
        shifts.push(...sources.filter(isObserved).map(describe));
  };
  const observer = new PerformanceObserver((list) => collect(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: ${String(buffered)} });
  window.collectLayoutShifts = () => { collect(observer.takeRecords()); return shifts; };
}`;

/** Collects the layout shifts of elements below those that match a selector, from the beginning of each navigation. */
export const observeLayoutShifts = (page: Page, selector: string, counted: Counted = 'all'): Promise<unknown> =>
  page.addInitScript(observer(selector, counted, true));

/** Collects the layout shifts of elements below those that match a selector, from now on. */
export const observeLayoutShiftsFromNow = async (
  page: Page,
  selector: string,
  counted: Counted = 'without input',
): Promise<void> => {
  // A shift is reported by the frame that paints it.
  await painted(page);
  await page.evaluate(observer(selector, counted, false));
};

/** Returns the elements that moved: from where to where (x, y, width and height in pixels), and their markup. */
export const layoutShifts = async (page: Page): Promise<readonly string[]> => {
  await painted(page);
  return page.evaluate<string[]>('window.collectLayoutShifts()');
};
