// Refused callers of a service, by address and in the order of their last calls.
import { describe, expect, it } from 'vitest';
import { countedCallers, type RefusedCall } from '../../../application/calls/counted-callers.js';
import { maxRefusedAddresses } from '../../../domain/access/report.js';

const call = (at: number): RefusedCall => ({ address: `10.0.0.${String(at)}`, reason: 'no_token', lastTime: at });

describe('refused callers', () => {
  it('@REPORT-5: are dropped by their last call: an address that calls again stays', () => {
    let timesFull = 0;
    const callers = countedCallers([], () => (timesFull += 1));
    for (let at = 0; at < maxRefusedAddresses; at += 1) callers.count(call(at));
    callers.count(call(0));
    expect(timesFull).toBe(0);
    callers.count(call(200));
    callers.count(call(201));
    const addresses = callers.all().map(({ address }) => address);
    expect(addresses).toHaveLength(maxRefusedAddresses);
    expect(addresses.slice(-3)).toEqual(['10.0.0.0', '10.0.0.200', '10.0.0.201']);
    expect(addresses[0]).toBe('10.0.0.3');
    expect(timesFull).toBe(1);
    callers.clear();
    for (let at = 0; at <= maxRefusedAddresses; at += 1) callers.count(call(at));
    expect(timesFull).toBe(2);
  });

  it('@REPORT-9: have no reason later than their last call, also after the clock was set back', () => {
    const callers = countedCallers([], () => undefined);
    callers.count({ ...call(1), reason: 'revoked_token', lastTime: 5_000 });
    callers.count({ ...call(1), lastTime: 1_000 });
    expect(callers.all()).toMatchObject([
      {
        lastTime: 1_000,
        reasons: [
          { reason: 'no_token', lastTime: 1_000 },
          { reason: 'revoked_token', lastTime: 1_000 },
        ],
      },
    ]);
  });
});
