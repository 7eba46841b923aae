// The programs of the package gpiod, which use the kernel's interface to GPIO lines. Each runs as a child that ends with the service.
import { spawn } from 'node:child_process';
import type { Wire } from '../../../application/ports/wire.js';
import type { Clock } from '../../../application/ports/clock.js';

export type ToolName = 'gpiodetect' | 'gpioinfo' | 'gpioget' | 'gpioset' | 'gpiomon';

/** Reacts to a running program. */
export interface ToolEvents {
  readonly output: (text: string) => void;
  readonly errors: (text: string) => void;
  /** The program has ended. Called once. */
  readonly ended: (code: number | null) => void;
}

/** A running program. */
export interface Tool {
  /** Ends the program. */
  readonly end: () => void;
}

/** Starts a program with arguments. */
export type StartTool = (name: ToolName, args: readonly string[], events: ToolEvents) => Tool;

/** Runs a program that the kernel ends with the service, also if that is killed (util-linux). */
const wrapper = 'setpriv';

const wrapperMissing = `${wrapper} is not installed; install the package util-linux`;

/** Starts a program of the machine. No shell sees the arguments. */
export const startTool: StartTool = (name, args, { output, errors, ended }) => {
  const child = spawn(wrapper, ['--pdeathsig', 'KILL', '--', name, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', output);
  child.stderr.setEncoding('utf8').on('data', errors);
  child.once('error', () => {
    errors(wrapperMissing);
    ended(null);
  });
  child.once('close', ended);
  return { end: () => void child.kill() };
};

/** Notes the programs and what they write, each in a channel of its name. */
export const noted =
  (start: StartTool, wire: Wire | undefined): StartTool =>
  (name, args, { output, errors, ended }) => {
    wire?.note('sent', [name, ...args].join(' '), name);
    const through = (pass: (text: string) => void) => (text: string) => {
      wire?.note('received', text, name);
      pass(text);
    };
    return start(name, args, { output: through(output), errors: through(errors), ended });
  };

/** What a program that ends by itself has written. */
export interface ToolResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The most that is kept of what a program writes, in characters. */
const maxOutput = 1_048_576;

/** Returns why a program failed, as a clause. */
export const reasonOf = (name: ToolName, { code, errors }: Omit<ToolResult, 'output'>): string => {
  const text = errors.trim().split('\n')[0] ?? '';
  if (text.includes('failed to execute') && text.includes('No such file'))
    return `${name} is not installed; install the package gpiod`;
  if (/permission denied/i.test(text)) return `${text}; the user of the service needs the group gpio`;
  return text === '' ? `${name} ended with ${String(code)}` : text;
};

/** Returns whether a line is on by what `gpioget` prints, or why that isn't known. */
export const levelIn = (result: ToolResult): boolean | string => {
  const text = result.output.trim();
  if (result.code !== 0) return reasonOf('gpioget', result);
  if (text !== '0' && text !== '1') return `gpioget printed ${JSON.stringify(text.slice(0, 20))}; expected 0 or 1`;
  return text === '1';
};

/** How long a program may take to get a line or to end by itself, in milliseconds. */
export const toolTimeoutMs = 5_000;

/** What programs run with. */
export interface ToolDeps {
  readonly start: StartTool;
  readonly clock: Pick<Clock, 'after'>;
}

/** A program that ends by itself, and what ends it early. */
export interface RunningTool extends Tool {
  readonly result: Promise<ToolResult>;
}

/** Runs a program to its end. */
export const runTool = ({ start, clock }: ToolDeps, name: ToolName, args: readonly string[]): RunningTool => {
  const { promise, resolve } = Promise.withResolvers<ToolResult>();
  let [output, errors] = ['', ''];
  const tool = start(name, args, {
    output: (text) => (output = (output + text).slice(0, maxOutput)),
    errors: (text) => (errors = (errors + text).slice(0, maxOutput)),
    ended: (code) => {
      cancel();
      resolve({ code, output, errors });
    },
  });
  const cancel = clock.after(toolTimeoutMs, () => {
    errors ||= `${name} has not ended within ${String(toolTimeoutMs / 1_000)} s`;
    tool.end();
  });
  return { result: promise, end: tool.end };
};
