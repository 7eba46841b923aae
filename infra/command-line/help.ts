// What `--help` and `--version` print.
import { someText } from '../../application/api/parameters.js';
import type { CommandFlag } from '../settings/command-flags.js';
import { commands, namedCommand, type Command } from './commands.js';
import { commonSettings } from '../settings/declared-settings.js';
import { flagOf, type Setting } from '../settings/setting.js';
import { parts, type PartDefinition } from './start.js';
import { version } from '../machine/version.js';

const columns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
};

const settingRow = ([name, { help, codec, defaultText }]: [string, Setting]): readonly [string, string] => {
  const values = codec.name === someText.name ? '' : `: ${codec.name}`;
  return [`--${flagOf(name)}`, `${help}${values}${defaultText === undefined ? '' : ` (default: ${defaultText})`}`];
};

const flagTexts: Readonly<Record<CommandFlag, string>> = {
  replace: '[--replace]',
  from: '[--from DATE]',
  to: '[--to ADDRESS]',
  csv: '[--csv]',
  reopen: '[--reopen]',
};

const usageOf = (name: string, { operands, flags = [], flagTexts: ownTexts = {} }: Command): string =>
  [name, ...operands, ...flags.map((flag) => ownTexts[flag] ?? flagTexts[flag])].join(' ');

const commandRows = Object.entries(commands).map(
  ([name, command]) => [usageOf(name, command), command.summary] as const,
);

const documentation = 'docs/configuration.md explains all settings.';

const overview = (): readonly string[] => [
  'Usage: studio-control [PART or COMMAND] [--SETTING VALUE ...]',
  '',
  'Parts, which run until SIGTERM:',
  ...columns(Object.entries(parts).map(([name, { summary }]) => [name, summary])),
  '',
  'Commands, which do one thing and exit:',
  ...columns(commandRows),
  '',
  'Each setting is a flag, such as --port 3002, or an environment variable, such as PORT=3002.',
  'studio-control PART --help lists the settings of a part. --version prints the version.',
  documentation,
];

/** The commands whose names begin with that of a part, such as `console backup`. */
const commandsOf = (part: string): readonly string[] => {
  const rows = commandRows.filter(([usage]) => usage.startsWith(`${part} `));
  return rows.length === 0 ? [] : ['Commands, which do one thing and exit:', ...columns(rows), ''];
};

const helpOfPart = (name: string, { summary, settings }: PartDefinition): readonly string[] => [
  `Usage: studio-control ${name} [--SETTING VALUE ...]`,
  '',
  `${summary}. Runs until SIGTERM.`,
  '',
  ...commandsOf(name),
  'Settings, as a flag or as an environment variable (--data-dir is DATA_DIR):',
  ...columns(Object.entries<Setting>({ ...settings, ...commonSettings }).map(settingRow)),
  '',
  documentation,
];

const helpOfCommand = (name: string, command: Command): readonly string[] => [
  `Usage: studio-control ${usageOf(name, command)}`,
  '',
  `${command.summary}.`,
  ...(command.details === undefined ? [] : ['', ...command.details]),
  '',
  documentation,
];

const isCommandWord = (word: string): boolean => Object.keys(commands).some((name) => name.split(' ')[0] === word);

const help = (argv: readonly string[]): readonly string[] => {
  const first = argv.findIndex((argument) => Object.hasOwn(parts, argument) || isCommandWord(argument));
  const words = argv.slice(first).filter((word) => !word.startsWith('-'));
  const named = namedCommand(words);
  if (named !== undefined) return helpOfCommand(named.name, named.command);
  const [name = ''] = words;
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  return part === undefined ? overview() : helpOfPart(name, part);
};

/** Returns the lines that a command line requests by `--help`, `-h` or `--version`; undefined if it requests none. */
export const requestedInformation = (argv: readonly string[]): readonly string[] | undefined => {
  if (argv.includes('--version')) return [`studio-control ${version}`];
  return argv.includes('--help') || argv.includes('-h') ? help(argv) : undefined;
};
