// Warnings in the log about device tokens that expire soon or have expired.
import { daysToExpiry } from '../../domain/devices/device-tokens.js';
import type { Device } from '../../domain/devices/device.js';
import { visible } from '../../domain/codec/codec.js';
import type { AccessPolicyHolder } from './access-policy-holder.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

export interface ExpiryWarningsDeps {
  readonly access: Pick<AccessPolicyHolder, 'current' | 'watch'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** How often the time until expiry is checked, in milliseconds. */
const checkMs = 3_600_000;

/** Maximum number of devices that one warning names. */
const maxLoggedDevices = 10;

interface ExpiringDevice {
  readonly device: Device;
  readonly days: number;
}

const expiring = (devices: readonly Device[], now: number): readonly ExpiringDevice[] =>
  devices.flatMap((device) => {
    const days = daysToExpiry(device, now);
    return days === undefined ? [] : [{ device, days }];
  });

const keyOf = ({ device: { id, expiresAt }, days }: ExpiringDevice): string => JSON.stringify([id, expiresAt, days]);

const expiryText = (days: number): string => {
  if (days === 0) return 'has expired';
  return `expires in ${String(days)} ${days === 1 ? 'day' : 'days'}`;
};

const describe = ({ device, days }: ExpiringDevice): string => `${visible(device.name)} ${expiryText(days)}`;

/**
 * Logs a warning on each of the last seven days before a device's token expires, and when it has expired (TOKEN-15).
 * Returns a function that ends this.
 */
export const warnOfExpiry = ({ access, clock, log }: ExpiryWarningsDeps): (() => void) => {
  let logged: ReadonlySet<string> = new Set();
  let cancelTimer: () => void = () => undefined;

  const check = (): void => {
    const found = expiring(access.current().configuration.devices, clock.now());
    const unlogged = found.filter((device) => !logged.has(keyOf(device)));
    logged = new Set(found.map(keyOf));
    if (unlogged.length === 0) return;
    const devices = unlogged.slice(0, maxLoggedDevices).map(describe).join(', ');
    log.warn('device tokens expire soon or have expired', { devices, count: unlogged.length });
  };

  const checkRepeatedly = (): void => {
    check();
    cancelTimer = clock.after(checkMs, checkRepeatedly);
  };

  checkRepeatedly();
  const unwatch = access.watch(check);
  return () => {
    unwatch();
    cancelTimer();
  };
};
