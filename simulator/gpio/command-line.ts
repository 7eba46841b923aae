// Reads the command lines of gpiod 1.6.3 and 2.2.1, as their help describes them. It accepts no options that the version lacks.

/** What a program is asked to do. */
export interface Invocation {
  readonly tool: string;
  readonly args: readonly string[];
  /** The version of gpiod. */
  readonly version: string;
}

/** The options and the other arguments of a program. */
export interface CommandLine {
  readonly options: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** The long options of each program by version: whether they have a value. */
const known: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, boolean>>>>>> = {
  gpiodetect: { 1: {}, 2: {} },
  gpioinfo: { 1: {}, 2: { chip: true } },
  gpioget: {
    1: { 'active-low': false, bias: true },
    2: { 'active-low': false, bias: true, 'as-is': false, chip: true, consumer: true, numeric: false },
  },
  gpioset: {
    1: { 'active-low': false, bias: true, mode: true },
    2: { 'active-low': false, bias: true, chip: true, consumer: true, toggle: true },
  },
  gpiomon: {
    1: { 'active-low': false, bias: true, format: true, 'line-buffered': false },
    2: { 'active-low': false, bias: true, chip: true, consumer: true, edges: true, format: true },
  },
};

/** Returns the major version of a program. */
export const majorOf = ({ version }: Pick<Invocation, 'version'>): '1' | '2' => (version.startsWith('1') ? '1' : '2');

/** Reads a command line of the form `--option=value`. Returns the first option that the program lacks. */
export const commandLineOf = (invocation: Invocation): CommandLine | string => {
  const { tool, args } = invocation;
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (const argument of args) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/.exec(argument) ?? [];
    if (name === undefined) operands.push(argument);
    else if (known[tool]?.[majorOf(invocation)]?.[name] !== (value !== undefined)) return argument;
    else options.set(name, value ?? '');
  }
  return { options, operands };
};
