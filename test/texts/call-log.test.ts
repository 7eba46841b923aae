// The lines of the service's own log about calls: the level, the sentence and the fields of each.
import { beforeEach, describe, expect, it } from 'vitest';
import { unexpired } from '../../application/api/kept-answers.js';
import { callLog } from '../../application/calls/call-log.js';
import { callReports } from '../../application/calls/call-reports.js';
import type { Authorization } from '../../domain/access/authorization.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { address } from '../domain/fixtures.js';
import { leveledLog, type LeveledLine, type LeveledLog } from '../support/leveled-log.js';

const dayMs = 86_400_000;
const rejects = (): Promise<void> => Promise.reject(new Error('ENOSPC'));

let clock: ManualClock;
let log: LeveledLog;
beforeEach(() => {
  [clock, log] = [manualClock(0), leveledLog()];
});

const expectLines = (...lines: readonly LeveledLine[]): void => {
  expect(log.lines).toEqual(lines);
};

describe('the log of calls has', () => {
  const call = { address: '10.0.0.1', method: 'GET', path: '/api/v2/signals', status: 200, error: null };
  const since = '1970-01-01T00:00:00.000Z';

  it.each([
    [
      'strangers',
      'calls of further callers that were not let in',
      { caller: null, status: 401, error: 'unauthorized' },
    ],
    [
      'reads that failed',
      'reads of further callers that failed',
      { caller: 'device:A', status: 404, error: 'not_found' },
    ],
  ])('the first of %s, with its step, and the counts of further ones', (_what, others, answer) => {
    const calls = callLog({ log, clock, message: 'call' });
    for (let at = 0; at < 2; at += 1) calls.write({ ...call, ...answer }, undefined, 'no_token');
    for (let at = 2; at <= 33; at += 1) calls.write({ ...call, ...answer, address: `10.0.0.${String(at)}` });
    calls.flush();
    expect([log.lines[0], ...log.lines.slice(-2)]).toEqual([
      ['info', 'call', { ...call, ...answer, step: 'no_token' }],
      ['info', 'more calls like this one', { address: call.address, ...answer, step: 'no_token', count: 1, since }],
      ['info', others, { count: 1, since }],
    ]);
  });

  it('actions, and reads that succeed at the level debug', () => {
    const calls = callLog({ log, clock, message: 'call' });
    const known = { ...call, caller: 'loopback' };
    calls.write(known, { operation: 'signal.on', actionId: 'a' }, 'host');
    calls.write(known, undefined, 'host');
    expectLines(['info', 'call', { ...known, step: 'host' }], ['debug', 'call', { ...known, step: 'host' }]);
  });

  it('reports that the disk refuses and accepts again, and that refused callers are too many', async () => {
    let isFull = true;
    const save = () => (isFull ? rejects() : Promise.resolve());
    const stored = { lastCalls: [], counted: [], sending: null };
    const secrets = { id: () => 'batch' };
    const reports = callReports(stored, { file: { save }, clock, machine: clock, secrets, log });
    const stranger = { refusalReason: 'no_token', step: { step: 'no_token' } } as unknown as Authorization;
    for (let at = 0; at <= 100; at += 1) reports.record(stranger, address(`10.0.0.${String(at)}`));
    await clock.advance(31_000);
    isFull = false;
    await clock.advance(31_000);
    expectLines(
      ['warn', 'too many refused callers: those that called longest ago are not reported'],
      ['error', 'reports for the console could not be written to disk', { error: 'ENOSPC' }],
      ['info', 'reports for the console are written to disk again'],
    );
  });

  it('idempotency keys that a clock which was set back has made useless', () => {
    const kept = { owner: 'a', key: 'b', call: 'c', endsAtMs: dayMs, response: { result: 'accepted' as const } };
    expect(unexpired([kept], { clock, log, lifetimeMs: dayMs - 1 })).toEqual([]);
    expectLines(['warn', 'the clock was set back; idempotency keys are forgotten', { forgotten: 1 }]);
  });
});
