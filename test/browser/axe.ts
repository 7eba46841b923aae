// What is wrong with a page for whoever sees badly, has no mouse, or holds a phone, as far as a program can tell.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, told as rule and place. */
export const findings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
};

/** Whether it, or a box in it that scrolls, has to be scrolled sideways; lines of code and a row of tabs may have to be. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`[document.documentElement, ...document.querySelectorAll('body *:not(pre, nav)')].some((box) =>
    box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)
    || box === document.documentElement && box.scrollWidth > window.innerWidth)`);
