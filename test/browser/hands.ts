// How an operator works at a page: with the fingers on a phone, or with the keyboard alone. Both count what they do.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What an operator does with a page. */
export interface Hands {
  /** Activates a button, a link or a switch. */
  readonly press: (target: Locator) => Promise<void>;
  /** Fills an empty field. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Goes past the navigation of the page. */
  readonly skipNavigation: () => Promise<void>;
  /** Opens the search of the page. */
  readonly find: () => Promise<void>;
  /** Chooses the first suggestion of a search. */
  readonly chooseFirst: (option: Locator) => Promise<void>;
  /** Returns what was done, such as `3 taps and 4 characters: about 9 s, and 0.8 s for the page`. */
  readonly effort: () => string;
}

/** A way to work, and the browser that it needs. */
export interface Handling {
  readonly options: BrowserContextOptions;
  readonly handsAt: (page: Page) => Hands;
}

/**
 * How long a practised person takes, in seconds, as the keystroke-level model of Card, Moran and Newell has it: to decide on the next
 * act, to reach a target with a finger, and to press a key.
 */
const personSeconds = { decide: 1.35, reach: 1.1, key: 0.28 } as const;

/** Returns an effort in words: what was counted, what a person takes for it, and what the page has taken since. */
const efforts = () => {
  const begunMs = performance.now();
  return (counted: string, seconds: number): string => {
    const pageSeconds = (performance.now() - begunMs) / 1_000;
    return `${counted}: about ${seconds.toFixed(0)} s, and ${pageSeconds.toFixed(1)} s for the page`;
  };
};

const touch = (page: Page): Hands => {
  const inWords = efforts();
  let [taps, characters] = [0, 0];
  const tap = async (target: Locator): Promise<void> => {
    await target.tap();
    taps += 1;
  };
  return {
    press: tap,
    type: async (field, text) => {
      await tap(field);
      await page.keyboard.insertText(text);
      characters += text.length;
    },
    // Fingers reach the content at once.
    skipNavigation: () => Promise.resolve(),
    find: () => tap(page.getByRole('button', { name: 'Find (Ctrl-K)' })),
    chooseFirst: tap,
    effort: () => {
      const { decide, reach, key } = personSeconds;
      return inWords(
        `${String(taps)} taps and ${String(characters)} characters`,
        taps * (decide + reach) + characters * key,
      );
    },
  };
};

/** What is read of an element in the browser. */
interface PageElement {
  readonly tagName: string;
  readonly ownerDocument: { readonly activeElement: unknown };
  readonly contains: (other: unknown) => boolean;
}

/** The most steps with Tab to any control. */
const maxSteps = 80;

const keyboard = (page: Page): Hands => {
  const inWords = efforts();
  let [acts, keys, characters] = [0, 0, 0];
  const key = async (name: string): Promise<void> => {
    await page.keyboard.press(name);
    keys += 1;
  };
  const hasFocus = (target: Locator): Promise<boolean> =>
    target.evaluate((element: PageElement) => element.contains(element.ownerDocument.activeElement));
  const goTo = async (target: Locator): Promise<void> => {
    acts += 1;
    await target.waitFor();
    for (let steps = 0; steps < maxSteps && !(await hasFocus(target)); steps += 1) await key('Tab');
    expect(await hasFocus(target)).toBe(true);
  };
  return {
    press: async (target) => {
      await goTo(target);
      const isSwitch = await target.evaluate((element: PageElement) => element.tagName === 'LABEL');
      await key(isSwitch ? 'Space' : 'Enter');
    },
    type: async (field, text) => {
      await goTo(field);
      await page.keyboard.type(text);
      characters += text.length;
    },
    skipNavigation: async () => {
      await goTo(page.getByRole('link', { name: 'Skip to content' }));
      await key('Enter');
    },
    find: () => key('Control+k'),
    chooseFirst: async (option) => {
      await option.waitFor();
      await key('ArrowDown');
      await key('Enter');
    },
    effort: () =>
      inWords(
        `${String(keys)} keys and ${String(characters)} characters`,
        acts * personSeconds.decide + (keys + characters) * personSeconds.key,
      ),
  };
};

/** The ways to work, by name. */
export const handlings: Readonly<Record<string, Handling>> = {
  'on a phone': {
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    handsAt: touch,
  },
  'by keyboard alone': { options: {}, handsAt: keyboard },
};
