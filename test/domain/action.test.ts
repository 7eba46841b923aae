// What becomes of an action, and which word about it is the last.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { Action, beginAction, endAction } from '../../domain/action.js';
import { failure, type FailureCode } from '../../domain/failure.js';

const [noon, later, latest] = ['12:00:00', '12:00:02', '12:00:09'].map((time) => `2027-03-01T${time}.000Z`) as [
  string,
  string,
  string,
];
const action = beginAction('a-1', 'clip.play', noon);
const well = E.right(undefined);
const badly = (code: FailureCode) => E.left(failure(code, 'it went wrong'));

describe('an action', () => {
  it('is pending at first', () => {
    expect(action).toEqual({
      ...{ id: 'a-1', operation: 'clip.play', state: 'pending' },
      ...{ startedAt: noon, endedAt: null, error: null },
    });
    expect(Action.is(action)).toBe(true);
  });

  it.each([
    ['well', well, { state: 'acknowledged', error: null }],
    ['badly', badly('device_error'), { state: 'failed', error: 'device_error' }],
    ['refused', badly('read_only'), { state: 'failed', error: 'read_only' }],
    ['without a word', badly('ack_timeout'), { state: 'timed_out', error: 'ack_timeout' }],
  ] as const)('ends %s', (_, ended, told) => {
    expect(endAction(action, ended, later)).toEqual({ ...action, endedAt: later, ...told });
  });

  it.each([
    ['an acknowledgement', well, { state: 'acknowledged', endedAt: latest, error: 'ack_timeout' }],
    ['a refusal', badly('device_error'), { state: 'failed', endedAt: latest, error: 'device_error' }],
  ] as const)('that has timed out takes %s that comes late', (_, ended, told) => {
    const timedOut = endAction(action, badly('ack_timeout'), later);
    expect(endAction(timedOut, ended, latest)).toEqual({ ...action, ...told });
  });

  it('times out once', () => {
    const timedOut = endAction(action, badly('ack_timeout'), later);
    expect(endAction(timedOut, badly('ack_timeout'), latest)).toBe(timedOut);
  });

  it.each([
    ['well', well],
    ['badly', badly('device_error')],
  ])('that has ended %s stays so, whatever is heard later', (_, ended) => {
    const over = endAction(action, ended, later);
    for (const word of [well, badly('device_error'), badly('ack_timeout')])
      expect(endAction(over, word, latest)).toBe(over);
  });
});
