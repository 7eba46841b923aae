// The limit of open files of processes that have tens of thousands of connections.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** As many as a console needs for the connections that it accepts, and more. */
const wanted = 65_536;

const raising = ['prlimit', `--nofile=${String(wanted)}:${String(wanted)}`] as const;

/** Root may raise the limit, but not in every container. */
const mayRaise = ((): boolean => {
  const [command, ...words] = raising;
  return spawnSync(command, [...words, 'true'], { stdio: 'ignore' }).status === 0;
})();

/** The words before a command that permit it as many open files as possible. */
export const manyDescriptors: readonly string[] = mayRaise ? raising : [];

/** How many files a process that is started so may open. */
export const maxDescriptors = (): number =>
  mayRaise ? wanted : Number(/^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
