// The commands of the command line. Each does one thing and exits.
import { checkStudioFile, type CommandOutput } from './check.js';
import { discoverStudio } from './discover.js';
import { resetConfiguration } from './reset-configuration.js';
import { studioSchemaLines } from './studio-schema.js';
import type { CommandLine } from './settings.js';

/** A command. */
export interface Command {
  /** What follows the name on the command line, such as `FILE`; optional ones in brackets, such as `[FILE]`. */
  readonly operands: readonly string[];
  /** One line for the help, beginning with a verb. */
  readonly summary: string;
  readonly run: (operands: readonly string[], commandLine: CommandLine) => Promise<CommandOutput>;
}

/** All commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  check: {
    operands: ['FILE'],
    summary: 'Check a studio file, and list all issues',
    run: ([file = '']) => checkStudioFile(file),
  },
  discover: {
    operands: ['HOST[:PORT]'],
    summary: 'Ask a CasparCG server for its channels and media, and print a studio file to start from',
    run: ([server = '']) => discoverStudio(server),
  },
  schema: {
    operands: [],
    summary: 'Print the JSON Schema of studio files, for editors',
    run: () => Promise.resolve({ lines: studioSchemaLines(), exitCode: 0 }),
  },
  'reset-configuration': {
    operands: [],
    summary: 'Forget the access configuration that the service has stored',
    run: (_operands, { settings }) => resetConfiguration(settings),
  },
};

/** Returns what is wrong with the operands of a command or part; undefined if nothing is. */
export const wrongOperands = (
  name: string,
  expected: readonly string[],
  given: readonly string[],
): string | undefined => {
  const missing = expected.slice(given.length).find((operand) => !operand.startsWith('['));
  if (missing !== undefined) return `${name}: expected ${missing}`;
  const [extra] = given.slice(expected.length);
  return extra === undefined ? undefined : `${name}: expected nothing more, got "${extra}"`;
};
