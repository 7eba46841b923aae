// Ends the process, also while the disk hangs.
import { drainSeconds } from '../settings/declared-settings.js';
import type { Settings } from '../settings/settings.js';

/** Milliseconds from the signal until the process ends, whatever still runs. START-4 permits 5 s. */
const shortestDeadlineMs = 4_700;

/** Returns the milliseconds from the signal until the process ends: longer if the console may take more time than by default. */
export const deadlineMs = ({ CONSOLE_DRAIN_SECONDS: seconds }: Pick<Settings, 'CONSOLE_DRAIN_SECONDS'>): number =>
  shortestDeadlineMs + Math.max(0, seconds - drainSeconds) * 1_000;

/** How often it is checked whether the disk has answered, in milliseconds. */
const checkIntervalMs = 20;

/** Requests that a thread of libuv works on. Node.js waits for these threads when it exits, without a limit. */
const onThreads: ReadonlySet<string> = new Set([
  'FSReqPromise',
  'FSReqCallback',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
]);

const isThreadBusy = (): boolean => process.getActiveResourcesInfo().some((name) => onThreads.has(name));

/** Resolves when no read or write that this thread has begun is in progress. */
export const whenDiskAnswered = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isThreadBusy()) return;
      clearInterval(timer);
      resolve();
    }, checkIntervalMs);
  });

/** Kills the process, which could not exit because a read or write has not returned. */
const kill = (): void => {
  process.stderr.write('studio-control: the disk or the name service has not answered; ended without it\n');
  process.kill(process.pid, 'SIGKILL');
};

/**
 * Waits for `stopped`, and then for reads and writes in progress, and exits with 0 within `limitMs`. After that time it
 * exits with 1, or kills the process: also if `isPartRunning`, the thread of the part, has not ended.
 */
export const endWithinDeadline = async (
  stopped: Promise<unknown>,
  limitMs: number,
  isPartRunning: () => boolean = () => false,
): Promise<void> => {
  setTimeout(() => {
    if (isThreadBusy() || isPartRunning()) kill();
    else process.exit(1);
  }, limitMs);
  await stopped;
  await whenDiskAnswered();
  process.exit(0);
};
