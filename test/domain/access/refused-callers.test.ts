// Refused callers: reasons are counted by device, merged with those of further batches, and bounded.
import { describe, expect, it } from 'vitest';
import {
  addReasons,
  changesByBatch,
  notAfter,
  withBatch,
  type KnownCaller,
} from '../../../domain/access/refused-callers.js';
import { maxReasons, maxRefusedCount, type RefusedCaller, type RefusedReason } from '../../../domain/access/report.js';

const reason = (name: string, lastTime: number, changes: Partial<RefusedReason> = {}): RefusedReason => ({
  reason: name,
  count: 1,
  lastTime,
  ...changes,
});

describe('@REPORT-9: the reasons of a refused caller', () => {
  it('are counted by reason and device, newest first', () => {
    const known = [reason('no_token', 2), reason('revoked_token', 1, { device: 'one' })];
    expect(
      addReasons(known, [reason('revoked_token', 3, { device: 'two' }), reason('no_token', 4, { count: 5 })]),
    ).toEqual([
      reason('no_token', 4, { count: 6 }),
      reason('revoked_token', 3, { device: 'two' }),
      reason('revoked_token', 1, { device: 'one' }),
    ]);
  });

  it('keep the time and the proxy of the newest call, in any order', () => {
    const newest = reason('no_token', 9, { forwarded: true });
    const counted = [{ ...newest, count: 2 }];
    expect(addReasons([newest], [reason('no_token', 1)])).toEqual(counted);
    expect(addReasons([reason('no_token', 1)], [newest])).toEqual(counted);
    expect(addReasons([newest], [reason('no_token', 10)])).toEqual([reason('no_token', 10, { count: 2 })]);
  });

  it('are counted apart for each device, also if only one is known', () => {
    const [known, added] = [reason('revoked_token', 1, { device: 'one' }), reason('revoked_token', 2)];
    expect(addReasons([known], [added])).toEqual([added, known]);
    expect(addReasons([known], [{ ...known, lastTime: 3 }])).toEqual([{ ...known, count: 2, lastTime: 3 }]);
  });

  it('are bounded in number and count: the oldest is dropped', () => {
    const many = Array.from({ length: 20 }, (_, at) => reason('wrong_address', at, { device: String(at) }));
    expect(addReasons(many.slice(0, 10), many.slice(10)).map(({ lastTime }) => lastTime)).toEqual(
      Array.from({ length: maxReasons }, (_, at) => 19 - at),
    );
    const most = reason('no_token', 1, { count: maxRefusedCount });
    expect(addReasons([most], [most])[0]?.count).toBe(maxRefusedCount);
  });
});

describe('@REPORT-9: reasons at the same time', () => {
  it('are those that were added last, newest first', () => {
    const at = (...names: readonly string[]) => names.map((name) => reason(name, 7));
    const kept = addReasons(at('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), at('j', 'i'));
    expect(kept).toEqual(at('j', 'i', 'a', 'b', 'c', 'd', 'e', 'f'));
    expect(addReasons(kept, at('f'))[0]).toEqual(reason('f', 7, { count: 2 }));
  });
});

describe('refused callers', () => {
  const caller = (address: string, lastTime: number, changes: Partial<RefusedCaller> = {}): RefusedCaller => ({
    address,
    reason: 'no_token',
    count: 1,
    lastTime,
    ...changes,
  });

  it('@REPORT-10: contain the devices that were refused in spite of a valid token', () => {
    const known: readonly KnownCaller[] = [caller('10.0.0.1', 1, { reasons: [reason('no_token', 1)] })];
    const denied = [
      { address: '10.0.0.1', device: 'one', reason: 'read_only', count: 2, lastTime: 3 },
      { address: '10.0.0.2', device: 'one', reason: 'switch_off', count: 1, lastTime: 2 },
    ];
    expect(withBatch(known, { callers: [], denied })).toEqual([
      {
        address: '10.0.0.1',
        reason: 'read_only',
        count: 3,
        lastTime: 3,
        reasons: [reason('read_only', 3, { count: 2, device: 'one' }), reason('no_token', 1)],
      },
      {
        address: '10.0.0.2',
        reason: 'switch_off',
        count: 1,
        lastTime: 2,
        reasons: [reason('switch_off', 2, { device: 'one' })],
      },
    ]);
  });

  it('are the newest hundred: of calls at the same time, those that were reported last', () => {
    const callers = Array.from({ length: 100 }, (_, at) => caller(`10.0.0.${String(at)}`, 7));
    const kept = withBatch([caller('10.0.1.1', 7), caller('10.0.1.2', 6)], { callers }).map(({ address }) => address);
    expect(kept).toHaveLength(100);
    expect(kept).not.toContain('10.0.1.1');
  });

  it('come before others of the same time once they call again, for the reason that was reported last', () => {
    const known = [caller('10.0.0.1', 7), caller('10.0.0.2', 7), caller('10.0.0.3', 7)];
    expect(withBatch(known, { callers: [caller('10.0.0.3', 7, { reason: 'unknown_token' })] })).toEqual([
      caller('10.0.0.3', 7, { reason: 'unknown_token', count: 2 }),
      ...known.slice(0, 2),
    ]);
  });

  it('have a bounded count', () => {
    const most = caller('10.0.0.1', 7, { count: Number.MAX_SAFE_INTEGER });
    expect(withBatch([most], { callers: [most] })).toEqual([most]);
  });

  const deniedCall = (address: string, device: string, lastTime = 10) => ({
    address,
    device,
    reason: 'read_only',
    count: 1,
    lastTime,
  });
  const times = <A>(count: number, make: (at: number) => A): readonly A[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const addressesOf = (callers: readonly KnownCaller[]): readonly string[] => callers.map(({ address }) => address);

  it('@REPORT-11: are not displaced by a device that calls from many addresses', () => {
    const known = times(92, (at) => caller(`10.0.0.${String(at)}`, 1, { reasons: [reason('no_token', 1)] }));
    const denied = times(200, (at) => deniedCall(`10.1.0.${String(at)}`, 'one', 10 + at));
    const kept = addressesOf(withBatch(known, { callers: [], denied }));
    expect(kept).toEqual([...times(8, (at) => `10.1.0.${String(199 - at)}`), ...addressesOf(known)]);
  });

  it('@REPORT-11: keep half of the places, with a valid token and without', () => {
    const unknown = times(100, (at) => caller(`10.0.0.${String(at)}`, 1));
    const denied = times(100, (at) => deniedCall(`10.1.0.${String(at)}`, `device ${String(at)}`));
    const isUnknown = (address: string): boolean => address.startsWith('10.0.0.');
    const some = addressesOf(withBatch(unknown, { callers: [], denied }));
    expect([some.length, some.filter(isUnknown).length]).toEqual([100, 50]);
    const flood = unknown.map((one) => caller(one.address, 99));
    const others = addressesOf(withBatch(withBatch([], { callers: [], denied }), { callers: flood }));
    expect([others.length, others.filter(isUnknown).length]).toEqual([100, 50]);
    expect(withBatch(unknown, { callers: [], denied: denied.slice(0, 3) })).toHaveLength(100);
  });

  it('@REPORT-11: of one device in one IPv6 /64 are counted together, at the last address', () => {
    const first = withBatch([], { callers: [], denied: [deniedCall('2001:db8::1', 'one', 1)] });
    const denied = [
      deniedCall('2001:db8::2', 'one', 2),
      deniedCall('2001:db8:0:1::2', 'one', 3),
      deniedCall('2001:db8::3', 'two', 4),
    ];
    const callers = withBatch(first, { callers: [], denied });
    expect(callers.map(({ address, count }) => [address, count])).toEqual([
      ['2001:db8::3', 1],
      ['2001:db8:0:1::2', 1],
      ['2001:db8::2', 2],
    ]);
  });

  it('change only as far as a batch has them: others stay, or are dropped', () => {
    const known = Array.from({ length: 100 }, (_, at) => caller(`10.0.0.${String(at)}`, 200 - at));
    const callers = [caller('10.0.0.5', 300), caller('10.0.1.1', 301), caller('10.0.1.2', 1)];
    expect(changesByBatch(known, { callers })).toEqual({
      changed: [caller('10.0.1.1', 301), caller('10.0.0.5', 300, { count: 2 })],
      dropped: ['10.0.0.99'],
    });
    expect(changesByBatch(known, { callers: [] })).toEqual({ changed: [], dropped: [] });
  });

  it('of a service of an earlier version have no list of reasons', () => {
    const [known] = withBatch([caller('10.0.0.1', 5)], {
      callers: [caller('10.0.0.1', 3, { reason: 'legacy_refused' })],
    });
    expect(known).toEqual(caller('10.0.0.1', 5, { count: 2 }));
    const [later] = withBatch([caller('10.0.0.1', 5)], {
      callers: [caller('10.0.0.1', 6, { reasons: [reason('no_token', 6)] })],
    });
    expect(later).toEqual(caller('10.0.0.1', 6, { count: 2, reasons: [reason('no_token', 6)] }));
  });
});

describe('the time of refused calls', () => {
  it.each([
    [9, 9],
    [10, 10],
    [11, 10],
  ])('%i is counted as %i at 10', (lastTime, counted) => {
    expect(notAfter(10)(reason('no_token', lastTime))).toEqual(reason('no_token', counted));
  });
});

describe('@PAIRING-3: screens that wait', () => {
  const hash = (at: number) => String(at).padStart(64, '0') as NonNullable<RefusedReason['tokenHash']>;
  const unknown = (at: number, lastTime: number, count = 1) =>
    reason('unknown_token', lastTime, { tokenHash: hash(at), count });

  it('are counted apart by their tokens, of which those that called most often are kept', () => {
    const waiting = unknown(1, 1, 9);
    const others = [2, 3, 4, 5, 6].map((at) => unknown(at, at));
    const kept = addReasons([waiting], others.toReversed());
    expect(kept).toContainEqual(waiting);
    expect(kept).toHaveLength(4);
    expect(addReasons([waiting], [unknown(1, 7)])).toEqual([unknown(1, 7, 10)]);
  });

  it('are not displaced by callers at any number of addresses', () => {
    const callerAt = (address: string, lastTime: number, reasons: readonly RefusedReason[]): KnownCaller => ({
      ...{ address, reason: 'unknown_token', count: 1, lastTime, reasons },
    });
    const tablet = callerAt('10.0.0.1', 1, [unknown(1, 1, 3)]);
    const passing = callerAt('10.0.0.2', 2, [unknown(2, 2, 2)]);
    const strangers = Array.from({ length: 100 }, (_, at) =>
      callerAt(`8.8.8.${String(at)}`, 10 + at, [unknown(10 + at, 10 + at)]),
    ) as RefusedCaller[];
    const kept = withBatch([tablet, passing], { callers: strangers });
    expect(kept).toContainEqual(tablet);
    expect(kept).not.toContainEqual(passing);
    expect(kept).toHaveLength(100);
  });
});
