// Settings from the environment and from flags of the same names; flags win.
import { parseArgs } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeParameters } from '../../application/api/parameters.js';
import { commandFlagOptions, givenFlags, type GivenFlags } from './command-flags.js';
import { withSecretsFromFiles, type GivenTexts } from './secret-files.js';
import { allSettings, demoDefaults } from './declared-settings.js';
import { flagOf, type Setting, type SettingValues } from './setting.js';

/** Settings, completed by the defaults. */
export type Settings = SettingValues<typeof allSettings>;

const table = Object.entries<Setting>(allSettings);

const readFlags = (argv: readonly string[]) => {
  const options = Object.fromEntries(table.map(([name]) => [flagOf(name), { type: 'string' as const }]));
  return parseArgs({ args: [...argv], options: { ...options, ...commandFlagOptions }, allowPositionals: true });
};

const givenTexts = (flags: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): GivenTexts =>
  new Map(
    table.flatMap(([name]) => {
      const text = flags[flagOf(name)] ?? environment[name];
      return typeof text === 'string' ? [[name, text] as const] : [];
    }),
  );

const withoutSecret = (message: string): string => {
  const name = message.split(':', 1)[0] ?? '';
  return table.some(([known, { isSecret }]) => isSecret && known === name)
    ? message.replace(/, got .*$/s, '')
    : message;
};

const codecs = Object.fromEntries(table.map(([name, { codec }]) => [name, codec]));

const demoTable = Object.entries<Setting>({ ...allSettings, ...demoDefaults });

const completed =
  (part: string) =>
  (given: Readonly<Record<string, unknown>>): Settings =>
    Object.fromEntries(
      (part === 'demo' ? demoTable : table).map(([name, { byDefault }]) => [name, given[name] ?? byDefault]),
    ) as Settings;

const decoded = (texts: GivenTexts, part: string): E.Either<string, Settings> =>
  pipe(
    decodeParameters(codecs, new Map([...texts].map(([name, text]) => [name, [text]]))),
    E.bimap(({ message }) => withoutSecret(message), completed(part)),
  );

/** A parsed command line. */
export interface CommandLine {
  /** The name of a part or command. */
  readonly part: string;
  /** What follows the name, such as the file of `check`. */
  readonly operands: readonly string[];
  /** The flags of commands that were given, which are no settings. */
  readonly flags: GivenFlags;
  readonly settings: Settings;
}

/** Reads the settings and the part to start. Returns one line that names what is wrong with them, without secrets. */
export const readSettings = (
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): E.Either<string, CommandLine> => {
  const flags = E.tryCatch(
    () => readFlags(argv),
    (error) => (error as Error).message.split('\n', 1)[0] ?? '',
  );
  if (E.isLeft(flags)) return flags;
  const { values, positionals } = flags.right;
  const [part = 'all', ...operands] = positionals;
  return pipe(
    withSecretsFromFiles(givenTexts(values, environment)),
    E.chain((texts) => decoded(texts, part)),
    E.map((settings) => ({ part, operands, flags: givenFlags(values), settings })),
  );
};
