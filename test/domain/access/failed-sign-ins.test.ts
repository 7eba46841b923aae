// The table of failed sign-ins: each address has the delays of the rule for one, whatever others do.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkKey, type Address } from '../../../domain/access/address.js';
import { failedSignInTable } from '../../../domain/access/failed-sign-ins.js';
import {
  addFailure,
  forgiveFailures,
  noFailures,
  waitMs,
  type FailedSignIns,
} from '../../../domain/access/sign-in-delay.js';
import { address } from '../fixtures.js';

const hourMs = 3_600_000;

const addresses: readonly Address[] = [
  ...['198.51.100.7', '198.51.100.8', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(address),
];

interface Step {
  readonly from: Address;
  readonly kind: 'failure' | 'success' | 'question';
  readonly laterMs: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    from: fc.constantFrom(...addresses),
    kind: fc.constantFrom('failure', 'failure', 'failure', 'success', 'question'),
    laterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400_000 }), fc.constant(hourMs)),
  }),
  { maxLength: 60 },
);

/** The same without a limit and without deletion: one record per address. */
const unlimited = () => {
  const records = new Map<string, FailedSignIns>();
  const of = (from: Address): FailedSignIns => records.get(networkKey(from)) ?? noFailures;
  return {
    of,
    set: (from: Address, failed: FailedSignIns) => void records.set(networkKey(from), failed),
  };
};

const ipv6Networks = (count: number): readonly Address[] =>
  Array.from({ length: count }, (_, at) => address(`2001:db8:1:${at.toString(16)}::1`));

describe('the table of failed sign-ins', () => {
  it('delays every address as the rule for one says, while it has places', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const table = failedSignInTable(addresses.length);
        const expected = unlimited();
        let now = hourMs;
        for (const { from, kind, laterMs } of taken) {
          now += laterMs;
          expect(table.waitMs(from, now)).toBe(waitMs(expected.of(from), now));
          if (kind === 'failure') {
            expected.set(from, addFailure(expected.of(from), now));
            expect(table.addFailure(from, now)).toBe(waitMs(expected.of(from), now));
          }
          if (kind === 'success') {
            expected.set(from, forgiveFailures(expected.of(from), now));
            table.forgive(from, now);
          }
        }
      }),
    );
  });

  it('forgets the failures of an address that signs in', () => {
    const [table, from] = [failedSignInTable(1), address('198.51.100.7')];
    for (let count = 0; count < 4; count += 1) table.addFailure(from, hourMs);
    table.forgive(from, hourMs);
    expect(table.addFailure(from, hourMs)).toBe(0);
  });

  it('counts the addresses of an IPv6 /64 together, and no others', () => {
    const table = failedSignInTable(9);
    const [one, two, other] = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(address) as [
      Address,
      Address,
      Address,
    ];
    for (const from of [one, two, one, two, one]) table.addFailure(from, hourMs);
    expect([one, two, other].map((from) => table.waitMs(from, hourMs))).toEqual([5_000, 5_000, 0]);
  });

  it('never holds more records than it has places, and the shared one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat({ max: 99 })), (places, order) => {
        const table = failedSignInTable(places);
        for (const at of order) table.addFailure(address(`198.51.100.${String(at)}`), hourMs);
        expect(table.size()).toBeLessThanOrEqual(places + 1);
      }),
    );
  });

  it('counts addresses without a place together, and displaces no other’s record', () => {
    const table = failedSignInTable(3);
    const networks = ipv6Networks(8);
    const repeated = networks.slice(0, 1).flatMap((first) => [first, first, first, first]);
    for (const from of [...repeated, ...networks]) table.addFailure(from, hourMs);
    expect(networks.map((from) => table.waitMs(from, hourMs))).toEqual([
      ...[5_000, 0, 0, 5_000, 5_000, 5_000, 5_000, 5_000],
    ]);
  });

  it('deletes expired records, and has their places again', () => {
    const table = failedSignInTable(2);
    for (const from of ipv6Networks(7)) table.addFailure(from, hourMs);
    const last = address('2001:db8:1:6::1');
    expect([table.size(), table.waitMs(last, hourMs)]).toEqual([3, 5_000]);
    expect([table.waitMs(last, 2 * hourMs), table.size()]).toEqual([0, 0]);
  });

  it('deletes an expired record also if an older address goes on failing', () => {
    const table = failedSignInTable(2);
    const [failing, silent] = [address('198.51.100.7'), address('198.51.100.8')];
    for (const from of [failing, silent]) table.addFailure(from, 0);
    for (const now of [hourMs / 2, hourMs, 1.5 * hourMs]) table.addFailure(failing, now);
    expect(table.size()).toBe(1);
    const other = address('198.51.100.9');
    expect([table.addFailure(other, 1.5 * hourMs), table.size()]).toEqual([0, 2]);
  });

  it('holds no record of a success without a failure', () => {
    const table = failedSignInTable(2);
    table.forgive(address('198.51.100.7'), hourMs);
    expect(table.size()).toBe(0);
  });
});
