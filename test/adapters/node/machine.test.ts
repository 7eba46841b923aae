// What the service learns from the machine: its addresses, its limit of descriptors, and its clock.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import { descriptorLimit } from '../../../adapters/node/descriptor-limit.js';
import { reachableHosts } from '../../../adapters/node/reachable-hosts.js';

describe('the hosts by which a listener is reached', () => {
  const lo = { address: '127.0.0.1', family: 'IPv4', internal: true } as const;
  const v4 = { address: '192.168.1.5', family: 'IPv4', internal: false } as const;
  const second = { address: '10.0.0.5', family: 'IPv4', internal: false } as const;
  const v6 = { address: '2001:db8::5', family: 'IPv6', internal: false } as const;
  const linkLocal = { address: 'FE80::1', family: 'IPv6', internal: false } as const;

  it.each([
    ['its own address', '192.168.1.5', [lo, v4, v6], ['192.168.1.5']],
    ['loopback, if it listens there', '127.0.0.1', [lo, v4], ['127.0.0.1']],
    ['all addresses, IPv4 first', '::', [lo, v6, v4, second], ['192.168.1.5', '10.0.0.5', '2001:db8::5']],
    ['those of IPv4 alone', '0.0.0.0', [lo, v6, v4], ['192.168.1.5']],
    ['no link-local address of IPv6', '::', [v4, linkLocal], ['192.168.1.5']],
    ['loopback, if there are no others', '::', [lo, linkLocal], ['127.0.0.1']],
    ['loopback, if there are none of IPv4', '0.0.0.0', [lo, v6], ['127.0.0.1']],
  ])('are %s', (_, listensOn, interfaces, hosts) => {
    expect(reachableHosts(listensOn, interfaces)).toEqual(hosts);
  });
});

describe('the limit of descriptors', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'studio-control-limits-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const limitIn = (line: string): number => {
    const head = 'Limit                     Soft Limit           Hard Limit           Units     \n';
    const others = 'Max processes             63432                63432                processes \n';
    writeFileSync(join(folder, 'limits'), `${head}${others}${line}`);
    return descriptorLimit(join(folder, 'limits'));
  };

  it('is the soft one', () => {
    expect(limitIn('Max open files            1024                 524288               files     \n')).toBe(1_024);
  });

  it('is unlimited if there is none, or no such file', () => {
    expect(limitIn('Max open files            unlimited            unlimited            files     \n')).toBe(Infinity);
    expect(limitIn('')).toBe(Infinity);
    expect(descriptorLimit(join(folder, 'missing'))).toBe(Infinity);
  });
});

it('the steady time of the system clock stays when the clock is set', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  try {
    const clock = new SystemClock();
    const [now, steady] = [clock.now(), clock.steady()];
    vi.setSystemTime(3_600_000);
    expect(clock.now() - now).toBe(3_600_000);
    expect(clock.steady() - steady).toBeLessThan(3_600_000);
    expect(clock.steady()).toBeGreaterThanOrEqual(steady);
  } finally {
    vi.useRealTimers();
  }
});

describe('a task of the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const started = (delayMs: number): { runs: () => number; cancel: () => void } => {
    let count = 0;
    const cancel = new SystemClock().after(delayMs, () => (count += 1));
    return { runs: () => count, cancel };
  };

  it('runs once, after its delay in milliseconds', () => {
    const { runs } = started(1_000);
    vi.advanceTimersByTime(999);
    expect(runs()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(runs()).toBe(1);
  });

  it('does not run once it is cancelled', () => {
    const { runs, cancel } = started(1_000);
    cancel();
    vi.advanceTimersByTime(60_000);
    expect(runs()).toBe(0);
  });

  it.each([2 ** 31, 2 ** 40, Infinity])('with a delay of %d ms does not run at once', (delayMs) => {
    const { runs, cancel } = started(delayMs);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(runs()).toBe(0);
    cancel();
  });
});
