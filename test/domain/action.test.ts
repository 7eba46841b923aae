// Action records: how they end, and which results change them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { Action, beginAction, endAction } from '../../domain/action.js';
import { withoutData, type FailureCode } from '../../domain/failure.js';

const [noon, later, latest] = ['12:00:00', '12:00:02', '12:00:09'].map((time) => `2021-03-01T${time}.000Z`) as [
  string,
  string,
  string,
];
const action = beginAction({ id: 'a-1', operation: 'clip.play', caller: 'loopback' }, noon);
const success = E.right(undefined);
const failed = (code: FailureCode) => E.left(withoutData(code, 'it went wrong'));

describe('an action', () => {
  it('is pending at first', () => {
    expect(action).toEqual({
      id: 'a-1',
      operation: 'clip.play',
      caller: 'loopback',
      state: 'pending',
      startedAt: noon,
      endedAt: null,
      error: null,
    });
    expect(Action.is(action)).toBe(true);
  });

  it.each([
    ['with success', success, { state: 'acknowledged', error: null }],
    ['with a failure', failed('device_error'), { state: 'failed', error: 'device_error' }],
    ['with a refusal', failed('read_only'), { state: 'failed', error: 'read_only' }],
    ['with a time-out', failed('ack_timeout'), { state: 'timed_out', error: 'ack_timeout' }],
  ] as const)('ends %s', (_, result, changes) => {
    expect(endAction(action, result, later)).toEqual({ ...action, endedAt: later, ...changes });
  });

  it.each([
    ['acknowledgement', success, { state: 'acknowledged', endedAt: latest, error: 'ack_timeout' }],
    ['failure', failed('device_error'), { state: 'failed', endedAt: latest, error: 'device_error' }],
  ] as const)('that has timed out accepts a late %s', (_, result, changes) => {
    const timedOut = endAction(action, failed('ack_timeout'), later);
    expect(endAction(timedOut, result, latest)).toEqual({ ...action, ...changes });
  });

  it('times out once', () => {
    const timedOut = endAction(action, failed('ack_timeout'), later);
    expect(endAction(timedOut, failed('ack_timeout'), latest)).toBe(timedOut);
  });

  it.each([
    ['with success', success],
    ['with a failure', failed('device_error')],
  ])('that has ended %s ignores later results', (_, result) => {
    const ended = endAction(action, result, later);
    for (const again of [success, failed('device_error'), failed('ack_timeout')])
      expect(endAction(ended, again, latest)).toBe(ended);
  });
});
