// Checks of a view in every display: its accessibility, and that nothing is cut off or moves. The view stays open; the window
// is resized and the theme is emulated, which is many times faster than opening it again.
import type { Page } from 'playwright-core';
import { accessibilityViolations, colourViolations, hasHorizontalScroll } from './axe.js';
import { painted } from './painted.js';

/** Windows, in pixels. */
const windows = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1600, height: 900 },
];

/** A window of 1280 by 800 at 200 %, in which only the layout differs from the others. */
const zoomed = { width: 640, height: 400 };

/** Returns the controls and notices that extend beyond the window. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')]
    .flatMap((place) => [...place.querySelectorAll('button, input:not([type=radio], [type=checkbox]), .notice')])
    .filter((one) => { const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (left < 0 || right > innerWidth); })
    .map((one) => 'cut off: ' + one.outerHTML.slice(0, 160))`);

/** Counts what covers the page: dialogs, menus and lists of suggestions. */
const overlays = (page: Page): Promise<number> =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').count();

const layoutFindings = async (page: Page): Promise<readonly string[]> => [
  ...(await cutOff(page)),
  ...((await hasHorizontalScroll(page)) ? ['scrolls horizontally'] : []),
];

const findingsOf = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'light' });
  await painted(page);
  const light = await accessibilityViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await painted(page);
  // A theme changes colours only.
  const dark = await colourViolations(page);
  return [...light, ...dark.map((one) => `dark: ${one}`), ...(await layoutFindings(page))];
};

/** Returns what is wrong with the open view, by window. The window and the theme are as before then. */
export const findingsInDisplays = async (page: Page): Promise<readonly string[]> => {
  const before = page.viewportSize();
  const opened = await overlays(page);
  await page.setViewportSize(zoomed);
  await painted(page);
  const found = (await layoutFindings(page)).map((one) => `at 200 %: ${one}`);
  for (const size of windows) {
    await page.setViewportSize(size);
    found.push(...(await findingsOf(page)).map((one) => `${String(size.width)} pixels: ${one}`));
    const open = await overlays(page);
    if (open !== opened)
      found.push(`${String(size.width)} pixels: ${String(open)} of ${String(opened)} overlays are open`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
  await painted(page);
  return found;
};
