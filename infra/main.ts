// The command line: starts all parts or one, prints where they listen, and stops them on a signal.
import 'reflect-metadata';
import { isatty } from 'node:tty';
import * as E from 'fp-ts/lib/Either.js';
import { systemdNotifier } from '../adapters/systemd/notifier.js';
import type { CommandOutput } from './studio-file/check.js';
import { wrongFlags } from './settings/command-flags.js';
import { commands, namedCommand, wrongOperands, type NamedCommand } from './command-line/commands.js';
import { deadlineMs, endWithinDeadline } from './command-line/end-process.js';
import { requestedInformation } from './command-line/help.js';
import { logFor } from './machine/log.js';
import { mapStacks } from './command-line/mapped-stacks.js';
import { readSettings, type CommandLine, type Settings } from './settings/settings.js';
import { parts, presetTokenProblem } from './command-line/start.js';
import { collectStartGarbage } from './machine/start-garbage.js';
import { explanation } from './machine/startup-errors.js';
import { startThread, type PartThread } from './threaded-part.js';

mapStacks();

const fail = (line: string): never => {
  process.stderr.write(`studio-control: ${line}\n`);
  process.exit(1);
};

const explain = (error: unknown): never => fail(explanation(error));

/** The signals that stop a part. */
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Ends the process on a signal while the part starts. Without it, the first process of a container ignores signals. */
const exitOnSignals = (limitMs: number, thread: PartThread | undefined): void => {
  for (const signal of stopSignals)
    process.once(signal, () => {
      void endWithinDeadline(thread?.terminate() ?? Promise.resolve(), limitMs, thread?.isRunning);
    });
};

const stopOnSignals = (onStop: () => Promise<void>, limitMs: number, thread: PartThread | undefined): void => {
  for (const signal of stopSignals)
    process.removeAllListeners(signal).once(signal, () => {
      endWithinDeadline(onStop(), limitMs, thread?.isRunning).catch(explain);
    });
};

const hadTerminal = isatty(0);

/** Runs a task on SIGHUP. A terminal that closes sends SIGHUP too: then the process stops, as others do. */
const onHangup = (task: () => void): void => {
  process.removeAllListeners('SIGHUP').on('SIGHUP', () => {
    if (hadTerminal && !isatty(0)) process.kill(process.pid, 'SIGTERM');
    else task();
  });
};

const run = async (name: string, settings: Settings): Promise<void> => {
  const definition = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (definition === undefined)
    return fail(
      `"${name}" is not a part: expected one of ${[...Object.keys(parts), ...Object.keys(commands)].join(', ')}`,
    );
  const problem = presetTokenProblem(name, settings);
  if (problem !== undefined) fail(problem);
  const thread = definition.usesDatabase === true ? startThread(name, settings) : undefined;
  const limitMs = deadlineMs(settings);
  exitOnSignals(limitMs, thread);
  onHangup(() => undefined);
  const part = await (thread?.started ?? definition.start(settings));
  onHangup(() => part.reload?.());
  // Set before the lines are printed: a program that reads them may send a signal at once.
  const systemd = systemdNotifier(process.env, logFor(settings));
  const stop = (): Promise<void> => {
    systemd?.stopping();
    return part.stop();
  };
  stopOnSignals(stop, limitMs, thread);
  // The service goes on when the reader of its output has closed the pipe.
  process.stdout.on('error', () => undefined);
  for (const line of part.lines) process.stdout.write(`${line}\n`);
  systemd?.ready(part.whenAlive);
  collectStartGarbage();
};

/** Resolves once all that was written is with the reader: a pipe takes 64 KiB, then it waits for its reader. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });

const finish = async ({ lines, further, notes = [], closing, exitCode }: CommandOutput): Promise<never> => {
  const out = exitCode === 0 ? process.stdout : process.stderr;
  // EPIPE: the reader has closed the pipe, as `head` does.
  out.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.stderr.write(`the output can't be written: ${message}\n`);
    process.exit(code === 'EPIPE' ? 0 : 1);
  });
  for (const note of notes) process.stderr.write(`${note}\n`);
  for (const line of lines) out.write(`${line}\n`);
  if (further !== undefined) for await (const line of further) out.write(`${line}\n`);
  for (const note of closing?.() ?? []) process.stderr.write(`${note}\n`);
  await written(out);
  process.exit(exitCode);
};

const runCommand = async ({ name, command, operands }: NamedCommand, commandLine: CommandLine): Promise<void> => {
  const problem =
    wrongOperands(name, command.operands, operands) ?? wrongFlags(name, command.flags ?? [], commandLine.flags);
  if (problem !== undefined) fail(problem);
  await finish(await command.run(operands, commandLine));
};

const execute = async (commandLine: CommandLine): Promise<void> => {
  const { part, operands, flags, settings } = commandLine;
  const command = namedCommand([part, ...operands]);
  if (command !== undefined) return runCommand(command, commandLine);
  const problem = wrongOperands(part, [], operands) ?? wrongFlags(part, [], flags);
  if (problem !== undefined && Object.hasOwn(parts, part)) fail(problem);
  return run(part, settings);
};

const main = async (argv: readonly string[]): Promise<void> => {
  const information = requestedInformation(argv);
  if (information !== undefined) await finish({ lines: information, exitCode: 0 });
  const read = readSettings(argv, process.env);
  if (E.isLeft(read)) fail(read.left);
  else await execute(read.right).catch(explain);
};

await main(process.argv.slice(2));
