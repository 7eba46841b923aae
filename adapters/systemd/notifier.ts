// Reports the state of the process to systemd, by its program systemd-notify: Node.js has no datagram sockets of the
// kind that systemd listens on.
import { execFile } from 'node:child_process';
import type { Log } from '../../application/ports/log.js';

/** Reports to systemd. Each method returns at once. */
export interface SystemdNotifier {
  /**
   * Reports that the process has started, and from then on that it is alive, each time once `whenAlive`
   * has resolved. Call it once.
   */
  readonly ready: (whenAlive?: () => Promise<unknown>) => void;
  readonly stopping: () => void;
}

const program = 'systemd-notify';

/** How often the process reports that it is alive: three times within the time that systemd waits. */
const reportsPerTimeout = 3;

/** The longest interval of a timer, in milliseconds. */
const maxIntervalMs = 2_147_483_647;

/** Microseconds within which systemd expects a report; undefined if it expects none of this process. */
const watchdogUs = ({ WATCHDOG_USEC = '', WATCHDOG_PID }: NodeJS.ProcessEnv): number | undefined =>
  !/^[1-9]\d*$/.test(WATCHDOG_USEC) || (WATCHDOG_PID !== undefined && WATCHDOG_PID !== String(process.pid))
    ? undefined
    : Number(WATCHDOG_USEC);

const sender = (log: Log) => {
  let hasFailed = false;
  return (...assignments: string[]): void => {
    execFile(program, assignments, (error) => {
      if (error === null || hasFailed) return;
      hasFailed = true;
      log.warn('the state of the process could not be reported to systemd', { reason: error.message });
    });
  };
};

/** Returns a notifier; undefined if the process was not started by systemd with `Type=notify`. */
export const systemdNotifier = (environment: NodeJS.ProcessEnv, log: Log): SystemdNotifier | undefined => {
  if (environment['NOTIFY_SOCKET'] === undefined) return undefined;
  const send = sender(log);
  const timeoutUs = watchdogUs(environment);
  let watchdog: NodeJS.Timeout | undefined;
  return {
    ready: (whenAlive = () => Promise.resolve()) => {
      send('READY=1');
      if (timeoutUs === undefined) return;
      const report = (): void => {
        void whenAlive().then(() => {
          send('WATCHDOG=1');
        });
      };
      watchdog = setInterval(report, Math.min(timeoutUs / 1_000 / reportsPerTimeout, maxIntervalMs)).unref();
    },
    stopping: () => {
      clearInterval(watchdog);
      send('STOPPING=1');
    },
  };
};
