// What equipment says while it is tested, in words and without secrets.
import type { Log } from '../ports/log.js';

/** Stands for a secret in what equipment says. */
const hidden = '(hidden)';

/** Keeps what is said, each line once and without secrets. */
export class SeenLines {
  readonly #lines = new Set<string>();
  readonly #secrets = new Set<string>();

  /** `entered` is what the editor has written: what it contains is quoted as it is, because what is hidden would confirm a guess. */
  constructor(private readonly entered: string) {}

  hide(secret: string): void {
    if (secret !== '' && !this.entered.includes(secret)) this.#secrets.add(secret);
  }

  add(line: string): void {
    this.#lines.add(line);
  }

  get lines(): readonly string[] {
    const shown = (line: string): string =>
      [...this.#secrets].reduce((text, secret) => text.replaceAll(secret, hidden), line);
    return [...this.#lines].map(shown);
  }

  /** A log that keeps the sentences with what they are about. */
  get log(): Log {
    const note: Log['warn'] = (sentence, { reason, topics, error } = {}) => {
      const about = reason ?? topics ?? (error instanceof Error ? error.message : undefined);
      this.add(typeof about === 'string' ? `${sentence}: ${about}` : sentence);
    };
    return { debug: () => undefined, info: note, warn: note, error: note };
  }
}
