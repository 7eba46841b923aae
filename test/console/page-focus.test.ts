// Where the focus goes when the focused element of the console's page is removed, without a browser.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageModule } from './page-hooks.js';
import { browserGlobals } from './stage-console.js';

/** What a test uses of the module, which is compiled with the page. */
interface Focus {
  readonly keepFocus: () => () => void;
}

/** An element of the page. */
class Part {
  isConnected = true;
  fallback: Part | undefined;

  constructor(
    readonly name: string,
    readonly parentElement: Part | null,
  ) {}

  focus(): void {
    focused.push(this.name);
    Object.assign(browser.document, { activeElement: this });
  }

  querySelector(selector: string): Part | null {
    return selector === ':scope > [data-focus-fallback]' ? (this.fallback ?? null) : null;
  }
}

class Observer {
  constructor(onChange: () => void) {
    changed = onChange;
  }

  readonly observe = (): void => undefined;
  readonly disconnect = (): void => {
    changed = () => undefined;
  };
}

let focused: string[];
let changed: () => void;
let browser: ReturnType<typeof browserGlobals>;
let heading: Part | null;
let stop: () => void;
let [page, list, row, button]: Part[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  browser = browserGlobals();
  [focused, changed] = [[], () => undefined];
  heading = new Part('heading', null);
  Object.assign(browser.document, { querySelector: (name: string) => (name === 'h1' ? heading : null) });
  vi.stubGlobal('MutationObserver', Observer);
  vi.stubGlobal('Element', Part);
  const { keepFocus } = await pageModule<Focus>('ui/focus.js');
  stop = keepFocus();
  page = new Part('page', null);
  list = new Part('list', page);
  row = new Part('row', list);
  button = new Part('button', row);
  const event = new Event('focusin');
  Object.defineProperty(event, 'target', { value: button });
  browser.document.dispatchEvent(event);
});
afterEach(() => {
  stop();
  browser.restore();
  vi.useRealTimers();
});

const remove = (...parts: readonly (Part | undefined)[]): void => {
  for (const part of parts) Object.assign(part ?? {}, { isConnected: false });
  changed();
};
const pass = (ms: number): readonly string[] => {
  vi.advanceTimersByTime(ms);
  return focused;
};
const mark = (part: Part | undefined, name: string): void => {
  Object.assign(part ?? {}, { fallback: new Part(name, part ?? null) });
};

describe('the focus of an element that is removed', () => {
  it('goes to what is marked in the nearest ancestor that is left', () => {
    for (const [part, name] of [
      [page, 'of the page'],
      [list, 'of the list'],
      [row, 'of the row'],
    ] as const)
      mark(part, name);
    changed();
    expect(pass(1_000)).toEqual([]);
    remove(button, row);
    expect(pass(99)).toEqual([]);
    expect(pass(1)).toEqual(['of the list']);
  });

  it('goes to the heading without a mark', () => {
    remove(button);
    expect(pass(100)).toEqual(['heading']);
  });

  it('stays where other code has moved it meanwhile', () => {
    remove(button);
    Object.assign(browser.document, { activeElement: new Part('dialog', null) });
    expect(pass(1_000)).toEqual([]);
  });

  it('waits for the heading of a view that is loading', () => {
    const later = heading;
    heading = null;
    remove(button);
    expect(pass(1_000)).toEqual([]);
    heading = later;
    changed();
    expect(pass(100)).toEqual(['heading']);
    changed();
    expect(pass(1_000)).toEqual(['heading']);
  });

  it('is left alone once the page no longer keeps it', () => {
    stop();
    remove(button);
    expect(pass(1_000)).toEqual([]);
  });
});
