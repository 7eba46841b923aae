// How long an action stays in the journal (CRASH-1).
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthorizedCall } from '../../../application/api/authorized-call.js';
import { recordAction, type RecordedAction } from '../../../application/api/recorded-action.js';
import { actionRecords, type ActionRecords } from '../../../application/commands/action-records.js';
import type { Caller, RefusedDevice } from '../../../domain/access/caller.js';
import { address, panel } from '../../domain/fixtures.js';
import { stepBench } from '../demo-bench.js';

const switchOn = {
  call: {
    operation: { access: 'control', name: 'signal.on', feature: 'signals' },
    origin: { address: address('192.0.2.1') },
    raw: { path: new Map() },
  },
  authorization: {},
} as unknown as AuthorizedCall<never>;

let ended: string[];
let actions: ActionRecords;

/** Begins the record of an action of a caller; undefined for one that wasn't resolved. */
const begin = (caller?: Caller | RefusedDevice): RecordedAction => {
  const { clock, ports } = stepBench();
  ended = [];
  actions = actionRecords(clock);
  const recorded = recordAction(
    {
      actions,
      secrets: { id: () => 'a' } as never,
      journal: { end: (id) => void ended.push(id) },
      studio: ports.studio,
    },
    { ...switchOn, authorization: { caller } } as AuthorizedCall<never>,
  );
  if (recorded === undefined) throw new Error('expected an action to be recorded');
  return recorded;
};

let action: RecordedAction;
beforeEach(() => {
  action = begin();
});

const result = (): void => {
  action.onResult(E.right(undefined));
};
const delivery = (): void => {
  action.onDelivered();
};

describe('an action in the journal', () => {
  it.each([
    ['the response is delivered after the result is known', result, delivery],
    ['the result is known after the response is delivered', delivery, result],
  ])('remains until %s', (_what, first, second) => {
    first();
    first();
    expect(ended).toEqual([]);
    second();
    second();
    expect(ended).toEqual(['a']);
  });
});

describe('@SHAPE-5: the record of an action', () => {
  it.each<readonly [string, Caller | RefusedDevice | undefined, boolean]>([
    ['the host', { kind: 'loopback' }, true],
    ['a device', { kind: 'device', device: panel }, true],
    ['a legacy app', { kind: 'legacy', username: 'EXTERNAL_APP' }, true],
    ['an address', { kind: 'lan', label: 'Desk' }, true],
    ['an unknown caller', undefined, false],
    ['a revoked device', { kind: 'refused', device: panel, reason: 'revoked_token' }, false],
    ['a device at another address', { kind: 'refused', device: panel, reason: 'wrong_address' }, false],
  ])('of %s is among those of admitted callers, or apart', (_who, caller, isAdmitted) => {
    begin(caller);
    expect(actions.newestFirst()).toHaveLength(isAdmitted ? 1 : 0);
    expect(actions.find('a')).toBeDefined();
  });
});
