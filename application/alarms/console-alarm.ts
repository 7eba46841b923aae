// Raises an alarm while the console has been away for more than a minute (ALARM-8).
import type { Clock } from '../ports/clock.js';
import type { Watch } from '../ports/watch.js';
import type { Alarms } from './alarms.js';

/** The service's connection to its console. */
export interface ConsoleConnectivity {
  readonly connected: () => boolean;
  /** Reports every change of `connected`. */
  readonly watchConnected: Watch<boolean>;
}

/** What watches the connection. */
export interface ConsoleAlarmDeps {
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly clock: Clock;
  readonly console: ConsoleConnectivity;
}

/** How long the console may be away, in milliseconds. */
const awayAfterMs = 60_000;

/** Watches the connection. Returns a function that stops watching. */
export const watchConsole = ({ alarms, clock, console }: ConsoleAlarmDeps): (() => void) => {
  let cancelTimer = (): void => undefined;
  const update = (connected: boolean): void => {
    cancelTimer();
    if (connected) alarms.clear('console_away', 'console');
    else
      cancelTimer = clock.after(awayAfterMs, () => {
        alarms.raise('console_away', 'console', 'the console has not been reached for more than a minute');
      });
  };
  update(console.connected());
  const unsubscribe = console.watchConnected(update);
  return () => {
    unsubscribe();
    cancelTimer();
  };
};
