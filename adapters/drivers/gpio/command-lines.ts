// The command lines of gpiod 1 and 2, which differ, and what the programs print.
import type { GpioLine } from './settings.js';

/** The major versions. */
export type ToolsVersion = 1 | 2;

/** The name under which lines are used. Version 1 always names the program. */
const consumer = 'studio-control';

/** Returns the name under which the kernel shows a line that this service holds. */
export const consumerOf = (version: ToolsVersion, direction: GpioLine['direction']): string => {
  if (version === 2) return consumer;
  return direction === 'out' ? 'gpioset' : 'gpiomon';
};

/** Returns the version that a program reports; undefined if it is another one. */
export const versionIn = (output: string): ToolsVersion | undefined => {
  const [, major] = /\(libgpiod\) v(\d+)\./.exec(output) ?? [];
  if (major === '1') return 1;
  return major === '2' ? 2 : undefined;
};

/** Returns the name of a chip that `gpiodetect` lists by its name or label; undefined if there is none. */
export const chipIn = (output: string, wanted: string): string | undefined => {
  const chips = Array.from(output.matchAll(/^(gpiochip\d+) \[(.*)\] \(\d+ lines\)$/gm), ([, name, label]) => ({
    name,
    label,
  }));
  return (chips.find(({ name }) => name === wanted) ?? chips.find(({ label }) => label === wanted))?.name;
};

/** A line, as the kernel reports it. */
export interface LineInfo {
  readonly offset: number;
  readonly name: string | undefined;
  readonly isOutput: boolean;
  /** What uses it; undefined if it is free. */
  readonly user: string | undefined;
}

/** The number of a line, and its name in quotes or a word that says that it has none. */
const numberOfLine = /^\tline {1,4}(\d+):/;
const firstWord = /^(?:"[^"]*"|[^\s"]+)/;
const unquoted = (text: string | undefined): string | undefined => text?.replace(/^"(.*)"$/, '$1');

/** Returns what uses a line, by the rest of its description. */
const userIn = (version: ToolsVersion, rest: string): string | undefined => {
  if (version === 2) return unquoted(/ consumer=("[^"]*"|\S+)/.exec(` ${rest}`)?.[1]);
  return rest.includes('[used') ? unquoted(firstWord.exec(rest)?.[0]) : undefined;
};

/** Reads the lines of a chip, as `gpioinfo` lists them. */
export const linesIn = (version: ToolsVersion, output: string): readonly LineInfo[] =>
  output.split('\n').flatMap((text) => {
    const [start, offset] = numberOfLine.exec(text) ?? [];
    if (start === undefined) return [];
    const description = text.slice(start.length).trim();
    const [name = ''] = firstWord.exec(description) ?? [];
    const rest = description.slice(name.length).trim();
    return [
      {
        offset: Number(offset),
        name: name.startsWith('"') ? unquoted(name) : undefined,
        isOutput: /(^| )output( |$)/.test(rest),
        user: userIn(version, rest),
      },
    ];
  });

const biases = {
  1: { 'pull-up': 'pull-up', 'pull-down': 'pull-down', off: 'disable' },
  2: { 'pull-up': 'pull-up', 'pull-down': 'pull-down', off: 'disabled' },
} as const;

const senseOf = ({ activeLow = false }: GpioLine): readonly string[] => (activeLow ? ['--active-low'] : []);

const optionsOf = (version: ToolsVersion, { bias, ...line }: GpioLine): readonly string[] => [
  ...senseOf(line),
  ...(bias === undefined ? [] : [`--bias=${biases[version][bias]}`]),
];

/** A line at its place. */
export interface PlacedLine {
  readonly version: ToolsVersion;
  readonly chip: string;
  readonly offset: number;
  readonly settings: GpioLine;
}

const chipOf = ({ version, chip }: Pick<PlacedLine, 'version' | 'chip'>): readonly string[] =>
  version === 1 ? [chip] : [`--chip=${chip}`];

/** Returns the arguments of `gpioinfo`. */
export const infoArguments = (place: Pick<PlacedLine, 'version' | 'chip'>): readonly string[] => chipOf(place);

/** Returns the arguments of `gpioget`. It prints 0 or 1. An output can be read by version 2 alone, which leaves it as it is: the kernel takes no resistor with that. */
export const getArguments = (line: PlacedLine): readonly string[] => [
  ...(line.settings.direction === 'out'
    ? [...senseOf(line.settings), '--as-is']
    : optionsOf(line.version, line.settings)),
  ...(line.version === 1 ? [] : ['--numeric']),
  ...chipOf(line),
  String(line.offset),
];

/** Returns the arguments with which `gpioset` holds a value until it is ended. */
export const holdArguments = (line: PlacedLine, on: boolean): readonly string[] => [
  ...optionsOf(line.version, line.settings),
  ...(line.version === 1 ? ['--mode=wait'] : [`--consumer=${consumer}`]),
  ...chipOf(line),
  `${String(line.offset)}=${on ? '1' : '0'}`,
];

/** Returns the arguments with which `gpioset` sets a value and ends. */
export const setArguments = (line: PlacedLine, on: boolean): readonly string[] => [
  ...optionsOf(line.version, line.settings),
  ...(line.version === 1 ? ['--mode=exit'] : ['--toggle=0']),
  ...chipOf(line),
  `${String(line.offset)}=${on ? '1' : '0'}`,
];

/** Returns the arguments with which `gpiomon` prints each edge in a line: {@link edgeIn} reads it. */
export const monitorArguments = (line: PlacedLine): readonly string[] => [
  ...optionsOf(line.version, line.settings),
  ...(line.version === 1 ? ['--line-buffered'] : [`--consumer=${consumer}`, '--edges=both']),
  '--format=%e',
  ...chipOf(line),
  String(line.offset),
];

/** Returns whether the signal is on after an edge; undefined for another text. */
export const edgeIn = (version: ToolsVersion, text: string): boolean | undefined => {
  if (text === '1') return true;
  return text === (version === 1 ? '0' : '2') ? false : undefined;
};
