// Accessibility checks of a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe, which a document keeps, with the rules named or all; returns the violations as rule and element. */
const violations = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  // Only experimental rules need files that axe loads before.
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
};

/** Returns the violations that axe finds, as rule and element. */
export const accessibilityViolations = (page: Page): Promise<readonly string[]> => violations(page);

/** Returns the violations of the rules about colours. */
export const colourViolations = (page: Page): Promise<readonly string[]> =>
  violations(page, ['color-contrast', 'link-in-text-block']);

/** Returns whether the page or an element in it scrolls horizontally. Code blocks and navigation bars may. */
export const hasHorizontalScroll = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`[document.documentElement, ...document.querySelectorAll('body *:not(pre, nav)')].some((box) =>
    box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)
    || box === document.documentElement && box.scrollWidth > window.innerWidth)`);
