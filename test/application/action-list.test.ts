// The list of actions, as far as it depends on the parameter `since`.
import { expect, it } from 'vitest';
import type { CallContext, OperationResult } from '../../application/api/operation.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { actions } from '../../application/operations/actions.js';
import { manualClock } from '../../simulator/clock.js';
import { rightOf } from '../domain/fixtures.js';

const ids = ['0b9ee6a2-a', '0b9ee6a2-b', '0b9ee6a2-c'];
const host = { caller: { kind: 'loopback' }, identity: 'loopback' } as CallContext;

it.each([
  ['0b9ee6a2-b', ['0b9ee6a2-c']],
  ['0B9EE6A2-B', ['0b9ee6a2-c']],
  ['0b9ee6a2-c', []],
  ['', ['0b9ee6a2-c', '0b9ee6a2-b', '0b9ee6a2-a']],
])('@SHAPE-6 @PARAMETER-5: since=%s lists newer actions only, in any case', (since, listed) => {
  const records = actionRecords(manualClock());
  const head = { operation: 'signal.on', caller: 'loopback', feature: null, output: null, owner: 'loopback' };
  for (const id of ids) records.begin({ ...head, id, isRefusedCaller: false });
  const call = rightOf(actions.prepare({ path: new Map(), query: new Map([['since', [since]]]) }));
  const { body } = rightOf(call.run({ actions: records, access: undefined as never }, host)) as OperationResult;
  expect((body['actions'] as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual(listed);
});
