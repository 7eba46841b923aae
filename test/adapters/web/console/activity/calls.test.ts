// The calls that the page shows, which of them a selection shows, and what it states of those that are missing.
import { describe, expect, it } from 'vitest';
import { selectionOf } from '../../../../../adapters/web/console/activity/activity-section.js';
import {
  cleared,
  missingCalls,
  noCalls,
  withCalls,
  withEarlier,
  withGap,
} from '../../../../../adapters/web/console/activity/calls.js';

const call = {
  time: 1,
  address: '10.0.0.1',
  caller: null,
  method: 'GET',
  path: '/api/v2/signals',
  status: 200,
  error: null,
  answeredAfterMs: 1,
  decidedBy: { step: 'host' },
} as const;
const calls = (count: number, notShown = 0) => ({ calls: Array.from({ length: count }, () => call), notShown });
/** The batch with which a service begins. */
const begun = calls(0);
const interrupted = 'Calls may be missing, because the connection was interrupted.';

describe('the shown calls', () => {
  it('are complete if none is missing', () => {
    const shown = withCalls(withCalls(noCalls, begun), calls(2));
    expect([shown.lines.length, missingCalls(shown)]).toEqual([2, []]);
  });

  it('have a gap where the service began again', () => {
    const shown = withCalls(withCalls(withCalls(noCalls, calls(2)), begun), calls(1));
    expect(shown.lines.map(({ kind }) => kind)).toEqual(['call', 'call', 'gap', 'call']);
    expect(missingCalls(shown)).toEqual([interrupted]);
    expect(new Set(shown.lines.map(({ key }) => key)).size).toBe(4);
  });

  it('have one gap where also the stream of the page was interrupted', () => {
    const shown = withCalls(withGap(withCalls(noCalls, calls(1))), begun);
    expect(shown.lines.map(({ kind }) => kind)).toEqual(['call', 'gap']);
  });

  it('have no gap where calls are only counted', () => {
    const shown = withCalls(withCalls(noCalls, calls(1)), calls(0, 1));
    expect(missingCalls(shown)).toEqual(['1 call not shown, because too many came at once.']);
  });

  it('are cut to the last 500, which is stated until they are cleared', () => {
    let shown = noCalls;
    for (let batch = 0; batch < 11; batch += 1) shown = withCalls(shown, calls(100));
    expect(shown.lines).toHaveLength(500);
    expect(missingCalls(shown)).toEqual(['600 earlier calls are no longer listed.']);
    for (let batch = 0; batch < 6; batch += 1) shown = withCalls(shown, calls(100));
    expect(missingCalls(shown)).toEqual(['1,200 earlier calls are no longer listed.']);
    expect(missingCalls(cleared(shown))).toEqual([]);
  });
});

describe('@ACTIVITY-7: earlier calls', () => {
  const at = (time: number) => ({ ...call, time });
  const paths = (shown: typeof noCalls): readonly (number | string)[] =>
    shown.lines.map((line) => (line.kind === 'call' ? line.call.time : 'gap'));
  const live = (...times: readonly number[]) => ({ calls: times.map(at), notShown: 0 });

  it('come before those that were sent since, each as often as it was made', () => {
    const shown = withEarlier(withCalls(noCalls, live(3, 3)), { calls: [at(1), at(3), at(3), at(3)] });
    expect([paths(shown), shown.earlier]).toEqual([[1, 3, 3, 3], 2]);
    expect(new Set(shown.lines.map(({ key }) => key)).size).toBe(4);
  });

  it('stay away once they were cleared', () => {
    const shown = cleared(withCalls(noCalls, live(1, 2)));
    expect(paths(withEarlier(shown, { calls: [at(1), at(2), at(3)] }))).toEqual([3]);
  });

  it.each([
    ['close it if they have a call from before it', [2, 3, 4], [1, 2, 3, 4]],
    ['leave it if more calls were made meanwhile than they are', [3, 4], [1, 2, 'gap', 3, 4]],
  ])('after an interruption %s', (_what, times, expected) => {
    const interruptedThen = withCalls(withGap(withCalls(noCalls, live(1, 2))), live(4));
    expect(paths(withEarlier(interruptedThen, live(...times)))).toEqual(expected);
  });
});

describe('a selection of calls', () => {
  const line = (key: number, change: object) => ({ key, kind: 'call', call: { ...call, ...change } }) as const;
  const of = (id: string) => ({ decidedBy: { step: 'device_token', device: { id, name: id } } });
  const lines = [
    line(1, of('one')),
    line(2, { ...of('two'), error: 'read_only', status: 403 }),
    { key: 3, kind: 'gap' } as const,
    line(4, { caller: 'device:Desk' }),
    line(5, { ...of('two'), caller: 'device:Desk' }),
  ];
  const devices = [
    { id: 'one', name: 'Desk' },
    { id: 'two', name: 'Door' },
  ];

  it.each([
    ['all', [1, 2, 3, 4, 5]],
    ['refused', [2, 3]],
    ['device-one', [1, 3, 4]],
    ['device-two', [2, 3, 5]],
    ['device-removed', [1, 2, 3, 4, 5]],
  ])('%s has the lines %j: always the gaps', (chosen, keys) => {
    expect(lines.filter(selectionOf(chosen, devices)).map(({ key }) => key)).toEqual(keys);
  });
});
