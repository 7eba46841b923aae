// What processes have used, as the kernel counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** The fields of /proc/PID/stat after the name of the process; undefined if it has ended. */
const statOf = (pid: number | string): readonly string[] | undefined => {
  try {
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
};

const seconds = (ticks: readonly (string | undefined)[]): number =>
  ticks.reduce((total, field) => total + Number(field ?? 0), 0) / ticksPerSecond;

/** Returns the CPU time of a process, in seconds. */
export const cpuSeconds = (pid: number): number => seconds((statOf(pid) ?? []).slice(11, 13));

/** Returns the process that started a process. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[1]);

/** Returns the CPU time of a process and all its children, also of those that have ended, in seconds. */
export const familyCpuSeconds = (pid: number): number => {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === pid);
  const ended = seconds((statOf(pid) ?? []).slice(11, 15));
  return children.reduce((total, child) => total + cpuSeconds(Number(child)), ended);
};
