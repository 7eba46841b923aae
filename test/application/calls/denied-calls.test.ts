// Refused calls of devices with a valid token: counted by network, device and reason, within bounds.
import { describe, expect, it } from 'vitest';
import { deniedCalls } from '../../../application/calls/denied-calls.js';

const call = (address: string, lastTime: number, device = 'one') => ({
  address,
  device,
  reason: 'read_only',
  lastTime,
});

describe('@REPORT-11: refused calls of devices', () => {
  it('are counted together in an IPv6 /64, at the last address', () => {
    const calls = deniedCalls([{ ...call('2001:db8::1', 1), count: 3 }]);
    calls.count(call('2001:db8::2', 2));
    calls.count(call('2001:db8:0:1::2', 3));
    expect(calls.all()).toEqual([
      { ...call('2001:db8::2', 2), count: 4 },
      { ...call('2001:db8:0:1::2', 3), count: 1 },
    ]);
  });

  it('have at most eight addresses of a device, and displace no other device', () => {
    const calls = deniedCalls();
    calls.count(call('10.0.0.1', 1, 'other'));
    for (let at = 0; at < 200; at += 1) calls.count(call(`10.1.0.${String(at)}`, at));
    const addresses = calls.all().map(({ address }) => address);
    expect(addresses).toEqual(['10.0.0.1', ...Array.from({ length: 8 }, (_, at) => `10.1.0.${String(192 + at)}`)]);
  });
});
