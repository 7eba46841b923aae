// The records of the last actions.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { actionRecords, type ActionRecords } from '../../../application/commands/action-records.js';
import type { CommandResult } from '../../../application/ports/commands.js';
import { manualClock } from '../../../simulator/clock.js';

const done: CommandResult = E.right(undefined);
/** Number of records that are kept. */
const size = 1_000;

let records: ActionRecords;
const begin = (id: string, isRefusedCaller = false): ((result: CommandResult) => void) =>
  records.begin({
    id,
    operation: 'signal.on',
    caller: isRefusedCaller ? null : 'loopback',
    feature: 'signals',
    output: null,
    owner: 'loopback',
    isRefusedCaller,
  });

beforeEach(() => {
  records = actionRecords(manualClock());
});

describe('the record of an action', () => {
  it('@SHAPE-5: is found in upper and lower case', () => {
    begin('0b9EE6a2');
    for (const id of ['0b9EE6a2', '0B9EE6A2', '0b9ee6a2']) expect(records.find(id)?.action.id).toBe('0b9EE6a2');
    expect(records.find('0b9ee6a')).toBeUndefined();
  });

  it('@SHAPE-5: that was dropped stays dropped when its device replies later', () => {
    const endFirst = begin('first');
    for (let at = 1; at <= size; at += 1) begin(`next-${String(at)}`);
    expect(records.find('first')).toBeUndefined();
    endFirst(done);
    expect(records.find('first')).toBeUndefined();
    expect(records.newestFirst()).toHaveLength(size);
    expect(records.find('next-1')?.action.state).toBe('pending');
  });

  it('@SHAPE-5: keeps its place when it ends', () => {
    const end = begin('one');
    begin('two');
    end(done);
    expect(records.newestFirst().map(({ action }) => [action.id, action.state])).toEqual([
      ['two', 'pending'],
      ['one', 'acknowledged'],
    ]);
  });

  it('@SHAPE-5: is not displaced by calls of refused callers, which are not listed', () => {
    begin('admitted');
    for (let at = 1; at <= size + 1; at += 1) begin(`refused-${String(at)}`, true);
    expect(records.newestFirst().map(({ action }) => action.id)).toEqual(['admitted']);
    expect(records.find('refused-1')).toBeUndefined();
    expect(records.find('refused-2')).toBeDefined();
  });
});
