// Tests of the levels at which calls are logged.
import { beforeEach, describe, expect, it } from 'vitest';
import { callLog, type CallLog } from '../../../application/calls/call-log.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { callRecord } from '../../support/call-record.js';

const minuteMs = 60_000;

let clock: ManualClock;
let logged: { level: string; fields: Readonly<Record<string, unknown>> }[];
let calls: CallLog;

beforeEach(() => {
  clock = manualClock(0);
  logged = [];
  const at =
    (level: string) =>
    (_message: string, fields = {}): void =>
      void logged.push({ level, fields });
  calls = callLog({ log: { debug: at('debug'), info: at('info') }, clock, message: 'call' });
});

const levels = (): readonly string[] => logged.map(({ level }) => level);

describe('the log of calls', () => {
  it('@LOG-9: logs a read at the level debug', () => {
    calls.write(callRecord());
    expect(levels()).toEqual(['debug']);
  });

  it('logs an action at the level info, whatever its answer', () => {
    const action = { operation: 'signal.on', actionId: 'a-1' };
    calls.write(callRecord({}, { action }));
    calls.write(callRecord({ status: 424, error: 'ack_timeout' }, { action }));
    expect(levels()).toEqual(['info', 'info']);
  });

  it('@LOG-9: logs refused actions of one caller once a minute, with their count', async () => {
    const refused = { status: 403, error: 'read_only' };
    for (const actionId of ['a-1', 'a-2', 'a-3'])
      calls.write(callRecord(refused, { action: { operation: 'signal.on', actionId } }));
    expect(levels()).toEqual(['info']);
    await clock.advance(minuteMs);
    expect(logged.at(-1)?.fields).toMatchObject({ caller: 'device:Panel', status: 403, error: 'read_only', count: 2 });
  });

  it('logs a refused read at the level info, and further ones as a count', async () => {
    for (let times = 0; times < 5; times += 1) calls.write(callRecord({ status: 403, error: 'forbidden' }));
    await clock.advance(minuteMs);
    expect(levels()).toEqual(['info', 'info']);
    expect(logged[1]?.fields).toMatchObject({ count: 4, error: 'forbidden' });
  });

  it('logs a read that fails at the level info, and further ones as a count', async () => {
    for (let times = 0; times < 1_000; times += 1) calls.write(callRecord({ status: 404, error: 'not_found' }));
    await clock.advance(minuteMs);
    expect(levels()).toEqual(['info', 'info']);
    expect(logged[1]?.fields).toMatchObject({ count: 999, caller: 'device:Panel', error: 'not_found' });
  });

  it.each([
    ['the error', { error: 'read_only' }],
    ['the status', { status: 401 }],
    ['the caller', { caller: 'device:Desk' }],
    ['the address', { address: '192.168.1.21' }],
  ])('counts refused calls that differ in %s apart', (_what, changes) => {
    const refused = { status: 403, error: 'forbidden' };
    for (const call of [refused, { ...refused, ...changes }, { ...refused, path: '/api/v2/macros' }])
      calls.write(callRecord(call));
    expect(logged).toHaveLength(2);
    calls.flush();
    expect(logged.slice(2).map(({ fields }) => fields)).toMatchObject([{ status: 403, error: 'forbidden', count: 1 }]);
  });

  it.each([
    ['reads that failed', { status: 404, error: 'not_found' }],
    ['calls that were refused', { status: 403, error: 'forbidden' }],
    ['calls of strangers', { caller: null, status: 404, error: 'not_found' }],
  ])('logs the counted %s when it is flushed', (_what, changes) => {
    for (let times = 0; times < 3; times += 1) calls.write(callRecord(changes));
    calls.flush();
    expect(logged.at(-1)?.fields).toMatchObject({ count: 2, ...changes });
  });
});
