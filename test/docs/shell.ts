// One shell that runs the commands of a document one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const endMark = '---end of the command---';

/** How the commands run. */
export interface ShellOptions {
  readonly cwd: string;
  /** The program that gets the commands after its option `-c`; by default `bash`. */
  readonly shell?: readonly [program: string, ...args: string[]];
  /** What the shell runs first; it prints nothing. */
  readonly prelude?: string;
}

/** Runs commands in one shell, so that variables last, and returns what each prints to standard output. */
export const runAll = async (
  commands: readonly string[],
  { cwd, shell: [program, ...args] = ['bash'], prelude = '' }: ShellOptions,
): Promise<readonly string[]> => {
  const script = [prelude, ...commands.map((command) => `${command}\nprintf '\\n${endMark}'`)].join('\n');
  const shell = spawn(program, [...args, '-c', script], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(shell, 'close');
  return printed.split(`\n${endMark}`).slice(0, -1);
};
