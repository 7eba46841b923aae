// The commands of the command line. Each does one thing and exits. Their modules are loaded when they run: the parts need
// none of them.
import type { CommandFlag } from '../settings/command-flags.js';
import type { CommandOutput } from '../studio-file/check.js';
import { parts } from './start.js';
import type { CommandLine } from '../settings/settings.js';

/** A command. */
export interface Command {
  /** What follows the name on the command line, such as `FILE`; optional ones in brackets, such as `[FILE]`. */
  readonly operands: readonly string[];
  /** The flags that it accepts beside settings. */
  readonly flags?: readonly CommandFlag[];
  /** How the help shows flags whose value is another than usual. */
  readonly flagTexts?: Readonly<Partial<Record<CommandFlag, string>>>;
  /** One line for the help, beginning with a verb. */
  readonly summary: string;
  /** Further lines for the help of the command. */
  readonly details?: readonly string[];
  readonly run: (operands: readonly string[], commandLine: CommandLine) => Promise<CommandOutput>;
}

const replays = async () => {
  const { notInstalled } = await import('./start.js');
  return import('../simulated/session/replay.js').catch(notInstalled);
};

const backup = () => import('../console/console-backup.js');

const aboutBackups = ['It takes the settings of the console: DATA_DIR, or DATABASE_URL. docs/backup.md explains it.'];

/** All commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  check: {
    operands: ['FILE'],
    summary: 'Check a studio file, and list all issues',
    run: async ([file = '']) => (await import('../studio-file/check.js')).checkStudioFile(file),
  },
  discover: {
    operands: ['[ADDRESS]'],
    summary: 'Find equipment at an address or by its announcements, and print a studio file to start from',
    details: [
      'ADDRESS is HOST, for every protocol at its default port; HOST:PORT, for a CasparCG server; or PROTOCOL://HOST[:PORT].',
      'Without an address, it finds the equipment that announces itself in the local network (multicast DNS).',
      'It changes nothing there. docs/devices.md explains it.',
    ],
    run: async ([address]) => {
      const { discoverAnnounced, discoverStudio } = await import('../studio-file/discover.js');
      return address === undefined ? discoverAnnounced() : discoverStudio(address);
    },
  },
  templates: {
    operands: ['[ID]'],
    summary: 'List the templates of devices, or show what to enter for one and an example for a studio file',
    details: [
      'A studio file has only what a template becomes, never its name. docs/devices/templates.md lists them all.',
    ],
    run: async ([id]) => (await import('../studio-file/device-templates.js')).showTemplates(id),
  },
  schema: {
    operands: [],
    summary: 'Print the JSON Schema of studio files, for editors',
    run: async () => ({ lines: (await import('../studio-file/studio-schema.js')).studioSchemaLines(), exitCode: 0 }),
  },
  'as-run': {
    operands: [],
    flags: ['from', 'to', 'csv'],
    flagTexts: { to: '[--to DATE]' },
    summary: 'Print the as-run log: what was sent to the devices, by whom, and what became of it',
    details: [
      'DATE is a day such as 2026-01-31. It prints JSON lines, or CSV for spreadsheets. docs/as-run.md explains it.',
    ],
    run: async (_operands, { settings, flags }) => (await import('./as-run-export.js')).exportAsRun(settings, flags),
  },
  doctor: {
    operands: ['[FILE]'],
    summary: 'Write a report about the equipment to a file, to attach to a question, and print what is wrong',
    details: [
      'It asks the service that runs with the same DATA_DIR. The report has the versions, the studio file, the connections with',
      'their losses and last messages, the alarms and the last commands, without the secrets that files and header fields keep.',
      'docs/recordings.md explains it.',
    ],
    run: async ([file], { settings }) => (await import('./equipment-files.js')).writeEquipmentReport(settings, file),
  },
  record: {
    operands: ['CONNECTION'],
    summary: 'Print what goes over the wire of a connection, with the commands and states, as JSON lines until Ctrl+C',
    flags: ['reopen'],
    details: [
      'It asks the service that runs with the same DATA_DIR. --reopen closes the connection and opens it anew, so that the recording',
      'begins with its beginning: a command that is pending then fails. docs/recordings.md explains it.',
    ],
    run: async ([id = ''], { settings, flags }) =>
      (await import('./equipment-files.js')).recordWire(settings, id, flags),
  },
  'webhook test': {
    operands: ['ID'],
    summary: 'Send a test to the receiver of a webhook, and print what it answers',
    details: [
      'It asks the service that runs with the same DATA_DIR. ID is that of a webhook in the studio file. docs/webhooks.md explains it.',
    ],
    run: async ([id = ''], { settings }) => (await import('./webhook-test.js')).testWebhook(settings, id),
  },
  replay: {
    operands: ['FILE'],
    summary: 'Replay a session that the part record has recorded, and compare every answer',
    details: ['It exits with 1 at the first difference, which it prints. docs/simulator.md explains it.'],
    run: async ([file = '']) => (await replays()).replayFile(file),
  },
  'reset-configuration': {
    operands: [],
    summary: 'Forget the access configuration that the service has stored',
    run: async (_operands, { settings }) => (await import('./reset-configuration.js')).resetConfiguration(settings),
  },
  'console backup': {
    operands: ['FILE'],
    flags: ['replace'],
    summary: 'Back up the data of the console to a file; the console may be running',
    details: aboutBackups,
    run: async ([file = ''], commandLine) => (await backup()).backUpConsole(file, commandLine),
  },
  'console restore': {
    operands: ['FILE'],
    flags: ['replace'],
    summary: 'Restore the data of the console from a backup',
    details: aboutBackups,
    run: async ([file = ''], commandLine) => (await backup()).restoreConsole(file, commandLine),
  },
  'console move': {
    operands: [],
    flags: ['to', 'replace'],
    summary: 'Copy the data of the console from its embedded database to a PostgreSQL database',
    details: aboutBackups,
    run: async (_operands, commandLine) => (await backup()).moveConsole(commandLine),
  },
};

/** A command with its name, and the operands that follow the name. */
export interface NamedCommand {
  readonly name: string;
  readonly command: Command;
  readonly operands: readonly string[];
}

/** Returns the command that the words of a command line name; undefined if they name none. */
export const namedCommand = (words: readonly string[]): NamedCommand | undefined => {
  const names = [words.slice(0, 2).join(' '), words.slice(0, 1).join('')];
  const name = names.find((one) => Object.hasOwn(commands, one));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) return undefined;
  const operands = words.slice(name.split(' ').length);
  // A part has no operands.
  if (operands.length === 0 && Object.hasOwn(parts, name)) return undefined;
  return { name, command, operands };
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
