// Finds the lines that a report concerns, however many elements a message has.
import type { GlowElement } from './elements.js';
import type { ProviderLine } from './line.js';
import { parentOf } from './search.js';

/** The lines by what they are interested in. */
export class LineIndex {
  readonly #byInterest = new Map<string, Set<ProviderLine>>();
  readonly #interests = new Map<ProviderLine, string>();

  /** Notes what a line is interested in now. */
  place(line: ProviderLine): void {
    const { interest } = line;
    if (this.#interests.get(line) === interest) return;
    this.remove(line);
    const lines = this.#byInterest.get(interest) ?? new Set();
    this.#byInterest.set(interest, lines.add(line));
    this.#interests.set(line, interest);
  }

  remove(line: ProviderLine): void {
    const interest = this.#interests.get(line) ?? '';
    const lines = this.#byInterest.get(interest);
    lines?.delete(line);
    if (lines?.size === 0) this.#byInterest.delete(interest);
    this.#interests.delete(line);
  }

  /** Returns the lines that use an element, and those that search its directory. */
  concernedBy({ path }: GlowElement): readonly ProviderLine[] {
    return [path, `${parentOf(path)}/`].flatMap((interest) => [...(this.#byInterest.get(interest) ?? [])]);
  }
}
