// Ends the process, also while the disk hangs.

/** Milliseconds from the signal until the process ends, whatever still runs. START-4 permits 5 s. */
const deadlineMs = 4_700;

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
 * Waits for `stopped`, and then for reads and writes in progress, and exits with 0 within 5 s. After that time it exits
 * with 1, or kills the process: also if `isPartRunning`, the thread of the part, has not ended.
 */
export const endWithinDeadline = async (
  stopped: Promise<unknown>,
  isPartRunning: () => boolean = () => false,
): Promise<void> => {
  setTimeout(() => {
    if (isThreadBusy() || isPartRunning()) kill();
    else process.exit(1);
  }, deadlineMs);
  await stopped;
  await whenDiskAnswered();
  process.exit(0);
};
