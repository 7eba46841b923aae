// The list of actions: those after one of them, and how many.
import { expect, it } from 'vitest';
import type { CallContext, OperationResult } from '../../application/api/operation.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { actions } from '../../application/operations/actions.js';
import { manualClock } from '../../simulator/clock.js';
import { rightOf } from '../domain/fixtures.js';

const host = { caller: { kind: 'loopback' }, identity: 'loopback' } as CallContext;

/** Returns the ids of the actions that the host reads, of these actions. */
const listedOf = (ids: readonly string[], since: string): readonly string[] => {
  const records = actionRecords(manualClock());
  const head = { operation: 'signal.on', caller: 'loopback', feature: null, output: null, owner: 'loopback' };
  for (const id of ids) records.begin({ ...head, id, isRefusedCaller: false });
  const call = rightOf(actions.prepare({ path: new Map(), query: new Map([['since', [since]]]) }));
  const { body } = rightOf(call.run({ actions: records, access: undefined as never }, host)) as OperationResult;
  return (body['actions'] as readonly { readonly id: string }[]).map(({ id }) => id);
};

const ids = ['0b9ee6a2-a', '0b9ee6a2-b', '0b9ee6a2-c'];

it.each([
  ['0b9ee6a2-b', ['0b9ee6a2-c']],
  ['0B9EE6A2-B', ['0b9ee6a2-c']],
  ['0b9ee6a2-c', []],
  ['', ['0b9ee6a2-c', '0b9ee6a2-b', '0b9ee6a2-a']],
])('@SHAPE-6 @PARAMETER-5: since=%s lists newer actions only, in any case', (since, listed) => {
  expect(listedOf(ids, since)).toEqual(listed);
});

it.each(['', 'a-0'])('@SHAPE-6: of more than 100 actions the newest 100 are listed, with since=%s too', (since) => {
  const many = Array.from({ length: 150 }, (_, at) => `a-${String(at)}`);
  expect(listedOf(many, since)).toEqual(many.toReversed().slice(0, 100));
});
