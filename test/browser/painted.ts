// Waits for what a browser paints.
import type { Page } from 'playwright-core';

/** Resolves once the present state of a page is laid out and painted. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
