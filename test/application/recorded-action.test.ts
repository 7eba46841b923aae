// How long an action stays in the journal (CRASH-1).
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthorizedCall } from '../../application/api/authorized-call.js';
import { recordAction, type RecordedAction } from '../../application/api/recorded-action.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { address } from '../domain/fixtures.js';
import { stepBench } from './demo-bench.js';

const switchOn = {
  call: {
    operation: { access: 'control', name: 'signal.on', feature: 'signals' },
    origin: { address: address('192.0.2.1') },
    raw: { path: new Map() },
  },
  authorization: {},
} as unknown as AuthorizedCall<never>;

let ended: string[];
let action: RecordedAction;
beforeEach(() => {
  const { clock, ports } = stepBench();
  ended = [];
  const recorded = recordAction(
    {
      actions: actionRecords(clock),
      secrets: { id: () => 'a' } as never,
      journal: { end: (id) => void ended.push(id) },
      studio: ports.studio,
    },
    switchOn,
  );
  if (recorded === undefined) throw new Error('expected an action to be recorded');
  action = recorded;
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
