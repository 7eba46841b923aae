// What a Videohub has reported of itself. Its outputs and inputs count from 1 here, and from 0 on the wire.
import { fieldsOf, type Block } from './block-reader.js';
import type { VideohubLine } from './settings.js';

/** The titles of the blocks that the driver reads. */
export const titles = {
  preamble: 'PROTOCOL PREAMBLE',
  device: 'VIDEOHUB DEVICE',
  routing: 'VIDEO OUTPUT ROUTING',
  locks: 'VIDEO OUTPUT LOCKS',
} as const;

/** An output that another client has locked. */
const locked = 'L';

/** Why there is no router, by its field `Device present`. */
const absences: Readonly<Record<string, string>> = {
  false: 'the Videohub reports that its router is not present',
  needs_update: 'the Videohub reports that its router needs an update',
};

/** Returns the entries of a block: the number of an output, and what is reported of it. */
const entriesOf = ({ lines }: Block): readonly (readonly [number, string])[] =>
  lines.flatMap((line) => {
    const [, output, shown = ''] = /^(\d{1,5}) (\S+)$/.exec(line) ?? [];
    return output === undefined ? [] : [[Number(output) + 1, shown] as const];
  });

/** A router. */
export class Router {
  readonly #fields = new Map<string, string>();
  readonly #inputs = new Map<number, number>();
  readonly #locks = new Map<number, string>();

  /** Why the router can't be used; undefined if it can. */
  get absence(): string | undefined {
    return absences[this.#fields.get('Device present') ?? 'true'];
  }

  /** Whether it has reported its routing. */
  get isRead(): boolean {
    return this.#inputs.size > 0;
  }

  /** Returns the input that an output takes; undefined if that wasn't reported. */
  inputOf(output: number): number | undefined {
    return this.#inputs.get(output);
  }

  /** Whether another client has locked an output. */
  isLocked(output: number): boolean {
    return this.#locks.get(output) === locked;
  }

  /** Returns which number of a line the router lacks; undefined if it has all. */
  lack({ output, input, offInput = input }: VideohubLine): string | undefined {
    return this.#lackOf('output', output) ?? this.#lackOf('input', Math.max(input, offInput));
  }

  /** Takes a description of the router. Returns whether it is another router than before. */
  takeDevice(block: Block): boolean {
    const before = this.#identity;
    for (const [name, value] of fieldsOf(block)) this.#fields.set(name, value);
    if (before === this.#identity) return false;
    this.#inputs.clear();
    this.#locks.clear();
    return true;
  }

  /** Takes a part of the routing. Returns the outputs that it names. */
  takeRouting(block: Block): readonly number[] {
    const entries = entriesOf(block).filter(([, input]) => /^\d{1,5}$/.test(input));
    for (const [output, input] of entries) this.#inputs.set(output, Number(input) + 1);
    return entries.map(([output]) => output);
  }

  takeLocks(block: Block): void {
    for (const [output, lock] of entriesOf(block)) this.#locks.set(output, lock);
  }

  get #identity(): string {
    return ['Device present', 'Unique ID', 'Model name', 'Video inputs', 'Video outputs']
      .map((name) => this.#fields.get(name) ?? '')
      .join('\n');
  }

  #lackOf(kind: 'input' | 'output', number: number): string | undefined {
    const count = Number(this.#fields.get(`Video ${kind}s`) ?? NaN);
    return number > count ? `the Videohub has ${String(count)} ${kind}s, and no ${kind} ${String(number)}` : undefined;
  }
}
