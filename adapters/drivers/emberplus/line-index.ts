// Finds the lines that a report concerns, however many elements a message has.
import type { GlowElement } from './elements.js';
import type { ProviderLine } from './line.js';
import { parentOf } from './search.js';

/** Lines by a key. */
class LineSets {
  readonly #byKey = new Map<string, Set<ProviderLine>>();

  add(key: string, line: ProviderLine): void {
    this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(line));
  }

  remove(key: string, line: ProviderLine): void {
    const lines = this.#byKey.get(key);
    lines?.delete(line);
    if (lines?.size === 0) this.#byKey.delete(key);
  }

  of(key: string): readonly ProviderLine[] {
    return [...(this.#byKey.get(key) ?? [])];
  }
}

/** Returns the path of the element or directory of an interest, and the paths of those that contain it. */
const pathsOf = (interest: string): readonly string[] => {
  const numbers = interest.replace(/\/$/, '').split('.');
  return numbers.map((_, at) => numbers.slice(0, at + 1).join('.'));
};

/** The lines by what they are interested in. */
export class LineIndex {
  readonly #byInterest = new LineSets();
  readonly #byPath = new LineSets();
  readonly #interests = new Map<ProviderLine, string>();

  /** Notes what a line is interested in now. */
  place(line: ProviderLine): void {
    const { interest } = line;
    if (this.#interests.get(line) === interest) return;
    this.remove(line);
    this.#interests.set(line, interest);
    this.#byInterest.add(interest, line);
    for (const path of pathsOf(interest)) this.#byPath.add(path, line);
  }

  remove(line: ProviderLine): void {
    const interest = this.#interests.get(line);
    if (interest === undefined) return;
    this.#interests.delete(line);
    this.#byInterest.remove(interest, line);
    for (const path of pathsOf(interest)) this.#byPath.remove(path, line);
  }

  /** Returns the lines that use an element, and those that search its directory. */
  concernedBy({ path }: GlowElement): readonly ProviderLine[] {
    return [path, `${parentOf(path)}/`].flatMap((interest) => this.#byInterest.of(interest));
  }

  /** Returns the lines that use or search an element, or one that it contains. */
  within({ path }: GlowElement): readonly ProviderLine[] {
    return this.#byPath.of(path);
  }
}
