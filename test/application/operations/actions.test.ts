// The list of actions: those after one of them, how many, and whose actions a caller sees.
import { expect, it } from 'vitest';
import type { CallContext, OperationResult } from '../../../application/api/operation.js';
import { actionRecords } from '../../../application/commands/action-records.js';
import type { CurrentAccess } from '../../../application/ports/current-access.js';
import { actions } from '../../../application/operations/actions.js';
import { manualClock } from '../../../simulator/clock.js';
import { configuration, panel, rightOf } from '../../domain/fixtures.js';

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

it.each([
  ['loopback', true, ['of-device', 'of-host']],
  ['loopback', false, ['of-host']],
  ['device:panel', true, ['of-device']],
  ['device:panel', false, ['of-device']],
])('@SHAPE-6 @SWITCH-8: %s sees, while Read of its feature is %s, %j', (identity, read, listed) => {
  const records = actionRecords(manualClock());
  const head = { operation: 'signal.on', feature: 'signals', output: null, isRefusedCaller: false } as const;
  records.begin({ ...head, id: 'of-host', caller: 'loopback', owner: 'loopback' });
  records.begin({ ...head, id: 'of-device', caller: 'device:Panel', owner: 'device:panel' });
  const { features } = configuration();
  const policy = { configuration: configuration({ features: { ...features, signals: { read, control: true } } }) };
  const access = { current: () => policy } as CurrentAccess;
  const caller = identity === 'loopback' ? host.caller : { kind: 'device', device: panel };
  const call = rightOf(actions.prepare({ path: new Map(), query: new Map() }));
  const context = { caller, identity } as CallContext;
  const { body } = rightOf(call.run({ actions: records, access }, context)) as OperationResult;
  expect((body['actions'] as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual(listed);
});

it('@SHAPE-6: a device sees its own last actions, however many others there are since', () => {
  const records = actionRecords(manualClock());
  const head = { operation: 'signal.on', feature: 'signals', output: null, isRefusedCaller: false } as const;
  records.begin({ ...head, id: 'of-device', caller: 'device:Panel', owner: 'device:panel' });
  for (let at = 0; at < 150; at += 1)
    records.begin({ ...head, id: `of-host-${String(at)}`, caller: 'loopback', owner: 'loopback' });
  const access = { current: () => ({ configuration: configuration() }) } as CurrentAccess;
  const context = { caller: { kind: 'device', device: panel }, identity: 'device:panel' } as CallContext;
  const call = rightOf(actions.prepare({ path: new Map(), query: new Map() }));
  const { body } = rightOf(call.run({ actions: records, access }, context)) as OperationResult;
  expect(body['actions']).toMatchObject([{ id: 'of-device' }]);
});
