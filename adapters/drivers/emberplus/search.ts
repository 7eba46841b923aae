// The search for an element: one directory after the other, by identifiers or numbers.
import type { GlowElement } from './elements.js';
import { isNumeric, segmentsOf } from './settings.js';

/** The path of the element that contains another one; empty for the root. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

const numberOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** What a search has come to: the directory to ask for, or the element itself. */
export type SearchStep =
  | { readonly type: 'ask'; readonly directory: GlowElement }
  | { readonly type: 'found'; readonly element: GlowElement };

/** A search. */
export class Search {
  readonly #segments: readonly string[];
  readonly #isNumeric: boolean;
  #found = 0;
  #directory = '';
  #offline: string | undefined;

  constructor(path: string) {
    this.#segments = segmentsOf(path);
    this.#isNumeric = isNumeric(path);
  }

  /** The path of the directory whose elements are awaited; empty for the root. */
  get directory(): string {
    return this.#directory;
  }

  /** Why nothing was found yet. */
  get reason(): string {
    if (this.#offline !== undefined) return `the element "${this.#offline}" is offline`;
    const separator = this.#isNumeric ? '.' : '/';
    const above = this.#segments.slice(0, this.#found).join(separator);
    const place = above === '' ? 'at its root' : `in "${above}"`;
    return `the provider has shown no element "${this.#segments[this.#found] ?? ''}" ${place}`;
  }

  /** Takes a report of an element in the awaited directory. Returns undefined if it is another one. */
  take(element: GlowElement): SearchStep | undefined {
    // Reports of changes have no identifier. Only answers to a question have all properties.
    if (element.identifier === undefined || !this.#isNext(element)) return undefined;
    if (element.isOnline === false) {
      this.#offline = element.identifier;
      return undefined;
    }
    this.#offline = undefined;
    this.#found += 1;
    this.#directory = element.path;
    return this.#found === this.#segments.length ? { type: 'found', element } : { type: 'ask', directory: element };
  }

  #isNext({ path, identifier }: GlowElement): boolean {
    const segment = this.#segments[this.#found];
    return parentOf(path) === this.#directory && segment === (this.#isNumeric ? numberOf(path) : identifier);
  }
}
