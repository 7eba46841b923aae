// What an ATEM switcher has reported. Mixes, outputs, keyers and macros count from 1 here, and from 0 on the wire; inputs have the
// switcher's own numbers.
import type { Buffer } from 'node:buffer';
import type { AtemCommand } from './packet.js';

/** The key of each part of the state. */
export const keys = {
  program: (mix: number): string => `program ${String(mix)}`,
  preview: (mix: number): string => `preview ${String(mix)}`,
  aux: (aux: number): string => `aux ${String(aux)}`,
  keyer: (mix: number, keyer: number): string => `keyer ${String(mix)} ${String(keyer)}`,
  downstreamKeyer: (keyer: number): string => `downstream keyer ${String(keyer)}`,
  macro: 'macro',
  tally: (input: number): string => `tally ${String(input)}`,
} as const;

/** The number of a macro, if none runs. */
export const noMacro = 0;

/** The bits of an input's tally. */
export const tallyBits = { program: 1, preview: 2 } as const;

/** Where an input can be shown: bits of the mixes, and whether it can be on an output. */
interface Input {
  readonly mixes: number;
  readonly isForAux: boolean;
}

/** How many of each the switcher has. */
interface Counts {
  readonly mixes: number;
  readonly downstreamKeyers: number;
  readonly auxes: number;
}

type Report = readonly (readonly [string, number])[];

/** The reports of one value: the shortest data of each, and what they mean. */
const reports: Readonly<Record<string, readonly [number, (data: Buffer) => Report]>> = {
  PrgI: [4, (data) => [[keys.program(data.readUInt8(0) + 1), data.readUInt16BE(2)]]],
  PrvI: [4, (data) => [[keys.preview(data.readUInt8(0) + 1), data.readUInt16BE(2)]]],
  AuxS: [4, (data) => [[keys.aux(data.readUInt8(0) + 1), data.readUInt16BE(2)]]],
  KeOn: [3, (data) => [[keys.keyer(data.readUInt8(0) + 1, data.readUInt8(1) + 1), data.readUInt8(2) & 1]]],
  DskS: [2, (data) => [[keys.downstreamKeyer(data.readUInt8(0) + 1), data.readUInt8(1) & 1]]],
  // A macro that waits for the user is still running.
  MRPr: [4, (data) => [[keys.macro, (data.readUInt8(0) & 3) === 0 ? noMacro : data.readUInt16BE(2) + 1]]],
  TlSr: [
    2,
    (data) =>
      Array.from({ length: Math.min(data.readUInt16BE(0), Math.floor((data.length - 2) / 3)) }, (_, at) => {
        const start = 2 + at * 3;
        return [keys.tally(data.readUInt16BE(start)), data.readUInt8(start + 2) & 3] as const;
      }),
  ],
};

/** Returns a text that ends with a zero byte, or with the data. */
const textIn = (data: Buffer): string => (data.toString('utf8').split('\0', 1)[0] ?? '').trim();

/** The name of a product in its report, in bytes. */
const nameLength = 40;

/** Returns the name of the product that a command states; undefined if it states none. */
export const productIn = ({ name, data }: AtemCommand): string | undefined =>
  name === '_pin' ? textIn(data.subarray(0, nameLength)) : undefined;

/** Returns the warning that a command states; undefined if it states none. */
export const warningIn = ({ name, data }: AtemCommand): string | undefined =>
  name === 'Warn' ? textIn(data) : undefined;

/** A switcher. */
export class SwitcherState {
  readonly #values = new Map<string, number>();
  readonly #inputs = new Map<number, Input>();
  readonly #keyers = new Map<number, number>();
  readonly #macros = new Map<number, boolean>();
  #counts: Counts = { mixes: 0, downstreamKeyers: 0, auxes: 0 };
  #macroCount = 0;
  #product = 'switcher';
  /** The reports of what the switcher has: the shortest data of each, and how it is read. */
  readonly #descriptions: Readonly<Record<string, readonly [number, (data: Buffer) => void]>> = {
    _top: [
      4,
      (data) => {
        this.#counts = { mixes: data.readUInt8(0), downstreamKeyers: data.readUInt8(2), auxes: data.readUInt8(3) };
      },
    ],
    _MeC: [2, (data) => void this.#keyers.set(data.readUInt8(0) + 1, data.readUInt8(1))],
    _MAC: [
      1,
      (data) => {
        this.#macroCount = data.readUInt8(0);
      },
    ],
    MPrp: [3, (data) => void this.#macros.set(data.readUInt16BE(0) + 1, data.readUInt8(2) !== 0)],
    InPr: [
      36,
      (data) => {
        const input = { isForAux: (data.readUInt8(34) & 1) !== 0, mixes: data.readUInt8(35) };
        this.#inputs.set(data.readUInt16BE(0), input);
      },
    ],
  };

  /** Returns what is shown in a part of the state; undefined if it wasn't reported. */
  value(key: string): number | undefined {
    return this.#values.get(key);
  }

  /** Takes a report. Returns the parts of the state that it names. */
  take(command: AtemCommand): readonly string[] {
    const [minLength = 0, read] = reports[command.name] ?? [];
    if (read === undefined) this.#describe(command);
    else if (command.data.length >= minLength) return this.#set(read(command.data));
    return [];
  }

  /** Returns why there is no such mix; undefined if there is. */
  lacksMix(mix: number): string | undefined {
    return this.#lacks('mix', mix, this.#counts.mixes);
  }

  lacksKeyer(mix: number, keyer: number): string | undefined {
    const where = this.#counts.mixes > 1 ? `keyer of mix ${String(mix)}` : 'keyer';
    return this.lacksMix(mix) ?? this.#lacks(where, keyer, this.#keyers.get(mix) ?? 0);
  }

  lacksDownstreamKeyer(keyer: number): string | undefined {
    return this.#lacks('downstream keyer', keyer, this.#counts.downstreamKeyers);
  }

  lacksAux(aux: number): string | undefined {
    return this.#lacks('aux output', aux, this.#counts.auxes);
  }

  lacksMacro(macro: number): string | undefined {
    return this.#lacks('macro', macro, this.#macroCount);
  }

  lacksInput(input: number): string | undefined {
    return this.#inputs.has(input) ? undefined : `the ${this.#product} has no input ${String(input)}`;
  }

  /** Returns why an input can't be shown on a mix; undefined if it can. */
  lacksInputOfMix(mix: number, input: number): string | undefined {
    const isShown = ((this.#inputs.get(input)?.mixes ?? 0) & (1 << (mix - 1))) !== 0;
    return this.lacksInput(input) ?? (isShown ? undefined : this.#cannotShow(input, `mix ${String(mix)}`));
  }

  lacksInputOfAux(aux: number, input: number): string | undefined {
    const isShown = this.#inputs.get(input)?.isForAux === true;
    return this.lacksInput(input) ?? (isShown ? undefined : this.#cannotShow(input, `aux output ${String(aux)}`));
  }

  /** Whether nothing is recorded in a macro. */
  isEmptyMacro(macro: number): boolean {
    return this.#macros.get(macro) !== true;
  }

  #lacks(what: string, number: number, count: number): string | undefined {
    return number <= count
      ? undefined
      : `the ${this.#product} has no ${what} ${String(number)}: it has ${String(count)}`;
  }

  #cannotShow(input: number, where: string): string {
    return `the ${this.#product} can't show input ${String(input)} on ${where}`;
  }

  #set(report: Report): readonly string[] {
    // The tally is reported as a whole, so only what has changed is of interest.
    const changed = report.length === 1 ? report : report.filter(([key, value]) => this.#values.get(key) !== value);
    for (const [key, value] of changed) this.#values.set(key, value);
    return changed.map(([key]) => key);
  }

  #describe(command: AtemCommand): void {
    const { name, data } = command;
    this.#product = productIn(command) ?? this.#product;
    const [minLength = 0, read] = this.#descriptions[name] ?? [];
    if (data.length >= minLength) read?.(data);
  }
}
