// What a simulated ATEM switcher shows: its crosspoints, keyers, macros and tallies are simulated signal lines.
import { Buffer } from 'node:buffer';
import type { Effect } from '../effects.js';
import type { FaceOptions } from '../wire-face.js';
import { writeField, type Field } from './packets.js';

/** How many of each the switcher has. */
const size = { mixes: 4, keyers: 4, downstreamKeyers: 4, auxes: 24, macros: 100 };

/** The inputs: black, the connectors, bars, colours, media players, and the programs. */
const inputs = [0, ...Array.from({ length: 40 }, (_, at) => at + 1), 1_000, 2_001, 2_002, 3_010, 3_020, 10_010, 10_011];

/** A signal's line, as the studio file has it. */
type WireLine = Readonly<Record<string, number | string | undefined>> & { readonly signal: string };

/** A part of the switcher with the lines that are on it: what it shows while one is on, and while none is. */
interface Place {
  /** The report of what it shows. */
  readonly name: string;
  readonly head: readonly number[];
  readonly lines: readonly WireLine[];
  readonly inputOf: (line: WireLine) => number;
}

const numberIn = (value: number | string | undefined, missing: number): number => Number(value ?? missing);

const byte = (value: boolean): number => (value ? 1 : 0);

const word = (value: number): readonly number[] => [value >> 8, value & 0xff];

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

export class AtemMixer {
  readonly #lines: readonly WireLine[];
  /** The line of the macro that was started last. */
  #started: WireLine | undefined;

  constructor(private readonly options: FaceOptions) {
    this.#lines = [...options.attachments.lines].map(([signal, settings]) => ({ ...(settings as object), signal }));
  }

  /** Whether no line of the switcher is offline. */
  get isReachable(): boolean {
    return this.#lines.every(({ signal }) => this.options.devices.signalLines.connected(signal));
  }

  /** Whether a signal is a line of the switcher. */
  has(signal: string): boolean {
    return this.#lines.some((line) => line.signal === signal);
  }

  /** The fields that describe the switcher. */
  get description(): readonly Buffer[] {
    const name = Buffer.alloc(44);
    name.write('ATEM Simulator');
    const { mixes, keyers, downstreamKeyers, auxes, macros } = size;
    return [
      writeField('_ver', Buffer.of(0, 2, 0, 30)),
      writeField('_pin', name),
      writeField('_top', Buffer.of(mixes, inputs.length, downstreamKeyers, auxes, ...Array<number>(24).fill(0))),
      ...range(mixes).map((mix) => writeField('_MeC', Buffer.of(mix, keyers, 0, 0))),
      writeField('_MAC', Buffer.of(macros, 0, 0, 0)),
      ...inputs.map((input) => {
        const property = Buffer.alloc(36);
        property.writeUInt16BE(input, 0);
        property.write(`Input ${String(input)}`, 2);
        property.writeUInt8(0b0001_1111, 34);
        property.writeUInt8(0b0000_1111, 35);
        return writeField('InPr', property);
      }),
      ...range(macros).map((macro) => writeField('MPrp', Buffer.of(...word(macro), 1, 0, 0, 0, 0, 0))),
    ];
  }

  /** The fields of what it shows. Two are the same if they show the same. */
  get shown(): readonly Buffer[] {
    const { mixes, keyers, downstreamKeyers, auxes } = size;
    return [
      ...range(mixes).flatMap((mix) => [
        this.#crosspoint(this.#program('program', mix)),
        this.#crosspoint(this.#program('preview', mix)),
      ]),
      ...range(auxes).map((aux) => this.#crosspoint(this.#aux(aux))),
      ...range(mixes).flatMap((mix) =>
        range(keyers).map((keyer) =>
          writeField('KeOn', Buffer.of(mix, keyer, byte(this.#isOn(this.#keyer(mix, keyer))), 0)),
        ),
      ),
      ...range(downstreamKeyers).map((keyer) =>
        writeField('DskS', Buffer.of(keyer, byte(this.#isOn(this.#downstreamKeyer(keyer))), 0, 0, 1, 25, 0, 0)),
      ),
      this.#macros,
      this.#tallies,
    ];
  }

  /** What each command does to lines. */
  readonly #commands: Readonly<Record<string, (bytes: Buffer) => readonly Effect[]>> = {
    CPgI: (bytes) => this.#take(this.#program('program', bytes.readUInt8(0)), bytes.readUInt16BE(2)),
    CPvI: (bytes) => this.#take(this.#program('preview', bytes.readUInt8(0)), bytes.readUInt16BE(2)),
    CAuS: (bytes) =>
      (bytes.readUInt8(0) & 1) === 1 ? this.#take(this.#aux(bytes.readUInt8(1)), bytes.readUInt16BE(2)) : [],
    CKOn: (bytes) => this.#switchAll(this.#keyer(bytes.readUInt8(0), bytes.readUInt8(1)), bytes.readUInt8(2) === 1),
    CDsL: (bytes) => this.#switchAll(this.#downstreamKeyer(bytes.readUInt8(0)), bytes.readUInt8(1) === 1),
    MAct: (bytes) => this.#act(bytes.readUInt16BE(0), bytes.readUInt8(2)),
  };

  /** Returns what a command does to lines. */
  effectsOf({ name, bytes }: Field): readonly Effect[] {
    return bytes.length < 4 ? [] : (this.#commands[name]?.(bytes) ?? []);
  }

  #program(bus: 'program' | 'preview', mix: number): Place {
    return {
      name: bus === 'program' ? 'PrgI' : 'PrvI',
      head: [mix, 0x5a],
      lines: this.#lines.filter((line) => line[bus] !== undefined && numberIn(line['mix'], 1) === mix + 1),
      inputOf: (line) => numberIn(line[bus], 0),
    };
  }

  #aux(aux: number): Place {
    return {
      name: 'AuxS',
      head: [aux, 0x5a],
      lines: this.#lines.filter((line) => line['aux'] === aux + 1),
      inputOf: (line) => numberIn(line['input'], 0),
    };
  }

  #keyer(mix: number, keyer: number): readonly WireLine[] {
    return this.#lines.filter((line) => line['keyer'] === keyer + 1 && numberIn(line['mix'], 1) === mix + 1);
  }

  #downstreamKeyer(keyer: number): readonly WireLine[] {
    return this.#lines.filter((line) => line['downstreamKeyer'] === keyer + 1);
  }

  #isOn(lines: readonly WireLine[]): boolean {
    return lines.some(({ signal }) => this.options.devices.signalLines.value(signal) === true);
  }

  #crosspoint({ name, head, lines, inputOf }: Place): Buffer {
    const on = lines.find((line) => this.#isOn([line]));
    const [first] = lines;
    const otherwise = first === undefined ? 0 : numberIn(first['offInput'], inputOf(first) === 0 ? 1_000 : 0);
    const input = on === undefined ? otherwise : inputOf(on);
    return writeField(name, Buffer.of(...head, ...word(input)));
  }

  get #macros(): Buffer {
    const running = this.#lines.find((line) => line['macro'] !== undefined && this.#isOn([line]));
    const macro = running === undefined ? 0xffff : numberIn(running['macro'], 1) - 1;
    return writeField('MRPr', Buffer.of(byte(running !== undefined), 0, ...word(macro)));
  }

  get #tallies(): Buffer {
    const bitsOf = (input: number): number =>
      this.#lines
        .filter((line) => line['tally'] === input && this.#isOn([line]))
        .reduce((bits, line) => bits | (line['shows'] === 'program' ? 1 : 2), 0);
    const entries = inputs.flatMap((input) => [...word(input), bitsOf(input)]);
    return writeField('TlSr', Buffer.of(...word(inputs.length), ...entries));
  }

  #take({ lines, inputOf }: Place, input: number): readonly Effect[] {
    return lines.map((line) => this.#switch(line, inputOf(line) === input));
  }

  /** Runs a macro, which ends the one that runs, or ends that one. Its line may not show yet that it runs. */
  #act(macro: number, action: number): readonly Effect[] {
    if (action > 1) return [];
    const macros = this.#lines.filter((line) => line['macro'] !== undefined);
    const started = action === 0 ? macros.find((line) => line['macro'] === macro + 1) : undefined;
    const ended = macros.filter((line) => line !== started && (line === this.#started || this.#isOn([line])));
    this.#started = started;
    return [...this.#switchAll(ended, false), ...this.#switchAll(started === undefined ? [] : [started], true)];
  }

  #switchAll(lines: readonly WireLine[], on: boolean): readonly Effect[] {
    return lines.map((line) => this.#switch(line, on));
  }

  #switch({ signal }: WireLine, on: boolean): Effect {
    return this.options.devices.signalLines.send({ do: 'switch', signal, on });
  }
}
