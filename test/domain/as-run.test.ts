// Entries of the as-run log: lines that are read, and a command with its end.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { AsRunLine, asRunEntry, type AsRunEnded, type AsRunSent } from '../../domain/as-run.js';

const sent: AsRunSent = {
  type: 'sent',
  id: '1',
  day: '2026-01-31',
  sentAt: '2026-01-31T12:00:00.000Z',
  caller: 'device:Panel',
  startedBy: null,
  operation: 'output.stop',
  station: 'alpha',
  parameters: { output: 'out-2', scenes: ['left', 'right'] },
  action: 'action-1',
};

const ended: AsRunEnded = {
  type: 'ended',
  id: '1',
  endedAt: '2026-01-31T12:00:00.030Z',
  durationMs: 30,
  outcome: 'failed',
  error: 'device_error',
};

describe('the lines of the as-run log', () => {
  it.each([sent, ended, { type: 'lost', time: '2026-01-31T12:00:00.000Z', count: 1 }])('are read: %o', (line) => {
    expect(AsRunLine.decode(JSON.parse(JSON.stringify(line)))).toEqual(E.right(line));
  });

  it.each([{}, { ...sent, type: 'else' }, { ...sent, parameters: { a: {} } }, { ...ended, outcome: 'good' }])(
    'are nothing else: %o',
    (line) => {
      expect(AsRunLine.is(line)).toBe(false);
    },
  );
});

describe('an entry of the as-run log', () => {
  const { type: _sent, ...command } = sent;
  const { type: _ended, ...end } = ended;

  it('is a command with its end', () => {
    expect(asRunEntry(sent, ended)).toEqual({ ...command, ...end });
  });

  it('is unknown without an end', () => {
    const unknown = { endedAt: null, durationMs: null, outcome: 'unknown', error: null };
    expect(asRunEntry(sent, undefined)).toEqual({ ...command, ...unknown });
  });
});
