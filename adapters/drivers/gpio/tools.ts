// The programs of the package gpiod, which use the kernel's interface to GPIO lines. Each runs as a child that ends with the service.
import { spawn, type ChildProcess } from 'node:child_process';
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
  /** Ends the program, by force if it goes on. */
  readonly end: () => void;
}

/** Starts a program with arguments. */
export type StartTool = (name: ToolName, args: readonly string[], events: ToolEvents) => Tool;

/** Runs a program that the kernel ends with the service, also if that is killed (util-linux). */
const wrapper = 'setpriv';

const wrapperMissing = `${wrapper} is not installed; install the package util-linux`;

/** How long a program may go on after it was asked to end, in milliseconds. */
const killDelayMs = 1_000;

type Read = (text: string) => void;

/** A child that the machine has no descriptors left for has no streams, whatever their types. */
const readChild = (
  child: Partial<Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'>>,
  output: Read,
  errors: Read,
): void => {
  child.stdin?.on('error', () => undefined);
  child.stdout?.setEncoding('utf8').on('data', output);
  child.stderr?.setEncoding('utf8').on('data', errors);
};

const endChild = (child: ChildProcess): void => {
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), killDelayMs).unref();
  child.once('close', () => {
    clearTimeout(timer);
  });
};

/** Starts a program of the machine. No shell sees the arguments. */
export const startTool: StartTool = (name, args, { output, errors, ended }) => {
  let isOver = false;
  const end = (code: number | null): void => {
    if (!isOver) ended(code);
    isOver = true;
  };
  const fail = (error: unknown): void => {
    const { code, message } = error as NodeJS.ErrnoException;
    errors(code === 'ENOENT' ? wrapperMissing : `${name} can't be started: ${message}`);
    end(null);
  };
  try {
    const child = spawn(wrapper, ['--pdeathsig', 'KILL', '--', name, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    readChild(child, output, errors);
    child.once('close', end);
    child.on('error', (error) => {
      // A program that runs reports an error if it can't be sent a signal.
      if (child.pid === undefined) fail(error);
    });
    return {
      end: () => {
        if (!isOver) endChild(child);
      },
    };
  } catch (error) {
    queueMicrotask(() => {
      fail(error);
    });
    return { end: () => undefined };
  }
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
    resolve({ code: null, output, errors });
  });
  return { result: promise, end: tool.end };
};
