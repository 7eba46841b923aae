// The simulated connection between a driver and its device: messages take time, and are lost when it breaks.
import type { Clock } from '../application/ports/clock.js';

/** A connection. Times are in milliseconds since 1970 UTC. */
export interface DeviceConnection {
  /** Delivers a command. Commands arrive in sending order, whatever their times. */
  readonly toDevice: (atMs: number, arrive: () => void) => void;
  /** Delivers a reply or a report. These may overtake each other. */
  readonly toService: (atMs: number, arrive: () => void) => void;
  /** Loses every message in transit. */
  readonly cut: () => void;
}

/** Returns a connection without messages in transit. */
export const deviceConnection = (clock: Clock): DeviceConnection => {
  const inTransit = new Set<() => void>();
  const commands: (() => void)[] = [];

  const deliver = (atMs: number, arrive: () => void): void => {
    const cancel = clock.after(Math.max(0, atMs - clock.now()), () => {
      inTransit.delete(cancel);
      arrive();
    });
    inTransit.add(cancel);
  };

  return {
    toDevice: (atMs, arrive) => {
      commands.push(arrive);
      deliver(atMs, () => commands.shift()?.());
    },
    toService: deliver,
    cut: () => {
      for (const cancel of inTransit) cancel();
      inTransit.clear();
      commands.length = 0;
    },
  };
};
