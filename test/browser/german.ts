// What a page in German still shows in English.
import { resolve } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Page } from 'playwright-core';

/** A device of the tests, which has the name that a form gives as an example. */
const named = new Set(['Desk panel']);

const englishTexts = async (): Promise<ReadonlySet<string>> => {
  const [catalogue] = await getCatalogs(getConfig({ cwd: resolve(import.meta.dirname, '../..') }));
  const texts = Object.values((await catalogue?.read('de')) ?? {});
  const german = new Set(texts.map(({ translation }) => translation));
  return new Set(texts.flatMap(({ message = '' }) => (german.has(message) || named.has(message) ? [] : [message])));
};

const english = await englishTexts();

/** Returns what people read and hear on a page, without what stands in elements that a selector names. */
const shownOn = (page: Page, without: string): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
    const isLeftOut = (element) => element.closest(${JSON.stringify(without)}) !== null;
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!isLeftOut(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        if (!isLeftOut(one)) texts.push(one.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  })()`);

/** Returns the texts of the catalogue that a page shows in English. */
export const englishOn = async (page: Page, without = 'none'): Promise<readonly string[]> =>
  (await shownOn(page, without)).filter((text) => english.has(text));
