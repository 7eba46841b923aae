// The warnings in the log about device tokens that expire.
import { beforeEach, describe, expect, it } from 'vitest';
import { accessPolicyHolder, type AccessPolicyHolder } from '../../../application/access/access-policy-holder.js';
import { warnOfExpiry } from '../../../application/access/expiry-warnings.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { Device } from '../../../domain/devices/device.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../console/readable-log.js';
import { configuration, hashToken, legacySettings, noon, panel } from '../../domain/fixtures.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const expiring = (name: string, ms: number): Device => ({
  ...panel,
  id: name,
  name,
  tokenHash: hashToken(name),
  expiresAt: utcTime(noon + ms),
});

let clock: ManualClock;
let log: MemoryLog;
let access: AccessPolicyHolder;
let end: () => void;

const start = (...devices: readonly Device[]): void => {
  access = accessPolicyHolder({ hashToken, legacySettings, trustLoopback: true, clock }, configuration({ devices }));
  end = warnOfExpiry({ access, clock, log });
};
const warning = (devices: string, count = 1): string =>
  `device tokens expire soon or have expired ${JSON.stringify({ devices, count })}`;

beforeEach(() => {
  [clock, log] = [manualClock(noon), memoryLog()];
});

describe('the warnings', () => {
  it('come once on each of the last seven days, and when the token has expired', async () => {
    start(expiring('Desk', 8 * dayMs), panel);
    await clock.advance(dayMs - hourMs);
    expect(log.lines).toEqual([]);
    for (const _hour of Array.from({ length: 7 * 24 + 3 })) await clock.advance(hourMs);
    expect(log.lines).toEqual([
      ...[7, 6, 5, 4, 3, 2].map((days) => warning(`Desk expires in ${String(days)} days`)),
      warning('Desk expires in 1 day'),
      warning('Desk has expired'),
    ]);
  });

  it('come at the start and with a configuration, and name ten devices at most', () => {
    start(expiring('Desk', dayMs), expiring('Rack', -dayMs), expiring('Van', 8 * dayMs));
    expect(log.lines).toEqual([warning('Desk expires in 1 day, Rack has expired', 2)]);
    const many = Array.from({ length: 11 }, (_, at) => expiring(`P${String(at)}`, 1));
    access.apply(configuration({ version: 1, devices: [expiring('Desk', dayMs), ...many] }));
    const named = many.slice(0, 10).map(({ name }) => `${name} expires in 1 day`);
    expect(log.lines.slice(1)).toEqual([warning(named.join(', '), 11)]);
    access.apply(configuration({ version: 2, devices: [expiring('Desk', dayMs), ...many] }));
    expect(log.lines).toHaveLength(2);
  });

  it('come again for a token with another expiry, and for one that was removed meanwhile', () => {
    start(expiring('Desk', dayMs));
    const apply = (version: number, ...devices: readonly Device[]): void => {
      access.apply(configuration({ version, devices }));
    };
    apply(1, expiring('Desk', dayMs - hourMs));
    apply(2);
    apply(3, expiring('Desk', dayMs - hourMs));
    expect(log.lines).toEqual([1, 2, 3].map(() => warning('Desk expires in 1 day')));
    apply(4, { ...expiring('Rack', dayMs), name: 'Ra\u200bck' });
    expect(log.lines.at(-1)).toBe(warning('Ra\ufffdck expires in 1 day'));
  });

  it('come at the moment of expiry, and end with the service', async () => {
    start(expiring('Desk', 90 * 60_000), expiring('Rack', 3 * dayMs));
    await clock.advance(90 * 60_000);
    expect(log.lines.slice(1)).toEqual([warning('Desk has expired')]);
    end();
    access.stop();
    expect(clock.waiting()).toBe(0);
    access.apply(configuration({ version: 1, devices: [expiring('Van', dayMs)] }));
    expect(log.lines).toHaveLength(2);
    access.stop();
  });
});
