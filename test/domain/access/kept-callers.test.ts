// Which refused callers are the same device in a network, and which are limited: those that were refused in spite of a valid token
// for every reason, and of one device.
import { describe, expect, it } from 'vitest';
import { keptCallers, sameNetwork } from '../../../domain/access/kept-callers.js';
import { maxDeniedAddresses, type RefusedReason } from '../../../domain/access/report.js';

const denied = (device: string): RefusedReason => ({ reason: 'read_only', device, count: 1, lastTime: 1 });
const unknown: RefusedReason = { reason: 'no_token', count: 1, lastTime: 1 };

const caller = (address: string, ...reasons: readonly RefusedReason[]) => ({
  address,
  reason: reasons[0]?.reason ?? 'read_only',
  reasons,
});

const [here, beside, elsewhere] = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'];

describe('@REPORT-11: callers of one network', () => {
  it('are the same if one device was refused in spite of its token', () => {
    const known = [caller(elsewhere, denied('one')), caller(here, denied('one'))];
    expect(sameNetwork(known, caller(beside, denied('one')))).toBe(known[1]);
  });

  it.each([
    ['another device', caller(here, denied('two')), caller(beside, denied('one'))],
    ['several devices', caller(here, denied('one')), caller(beside, denied('one'), denied('two'))],
    ['a call without a token besides', caller(here, denied('one')), caller(beside, denied('one'), unknown)],
    ['a known call without a token besides', caller(here, unknown, denied('one')), caller(beside, denied('one'))],
    ['no token', caller(here, unknown), caller(beside, unknown)],
    ['no known reason', caller(here), caller(beside)],
  ])('are not the same with %s', (_what, known, added) => {
    expect(sameNetwork([known], added)).toBeUndefined();
  });

  it('have one place, that of the newest address', () => {
    const known = [caller(beside, denied('one')), caller(here, denied('one')), caller(elsewhere, denied('one'))];
    expect(keptCallers(known)).toEqual([known[0], known[2]]);
  });

  it('have one place also of a device that has all its networks', () => {
    const networks = Array.from({ length: maxDeniedAddresses }, (_, at) => `2001:db8:0:${String(at)}::1`);
    const known = [...networks, beside, '2001:db8:0:1::2', '2001:db8:0:99::1'].map((one) => caller(one, denied('one')));
    expect(keptCallers(known).map(({ address }) => address)).toEqual(networks);
  });

  it('are limited for each device, but not with a call without a token', () => {
    const many = Array.from({ length: maxDeniedAddresses + 2 }, (_, at) => `10.0.0.${String(at)}`);
    expect(keptCallers(many.map((address) => caller(address, denied('one'))))).toHaveLength(maxDeniedAddresses);
    expect(keptCallers(many.map((address) => caller(address, denied('one'), unknown)))).toHaveLength(many.length);
    expect(keptCallers(many.map((address) => caller(address)))).toHaveLength(many.length);
  });
});
