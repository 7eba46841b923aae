// What the invariants permit while a service stops, and while commands of several calls follow each other.
import { describe, expect, it } from 'vitest';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { Evidence, MadeCall, ServiceRestart } from '../evidence.js';
import { repetitionsGetTheFirstAnswer } from './keys.js';
import { refusedCallersCounted } from './reports.js';
import { noFalseSuccess } from './success.js';

const startMs = 1_800_000_000_000;

const nothing: Evidence = {
  startMs,
  steps: [],
  calls: [],
  configurations: new Map(),
  commands: [],
  restarts: [],
  errors: [],
  asRun: [],
  consoleAudit: [],
  final: undefined,
};

const answered = (target: string, atMs: number, status: number): MadeCall => ({
  number: 1,
  plan: {
    address: '192.168.1.21',
    credential: { by: 'nothing' },
    target,
    errors: [],
    isForwarded: false,
    isFromForeignPage: false,
  },
  token: null,
  startedAtMs: startMs,
  run: 0,
  versionBefore: 1,
  end: { how: 'answered', atMs: startMs + atMs, versionAfter: 1, status, body: '', action: 'own' },
});

const command = (action: string, type: 'play' | 'stop', atMs: number): LoggedCommand => ({
  number: atMs,
  time: utcTime(startMs + atMs),
  device: 'out-1',
  command:
    type === 'stop'
      ? { type, scenes: ['full'] }
      : { type, scene: 'full', cue: { clip: { key: 'weather', durationMs: 60_000 } } },
  source: { caller: 'loopback', startedBy: null, action, station: null },
  outcome: 'executed',
  endedAt: utcTime(startMs + atMs),
  fault: type === 'stop' ? 'ineffective' : null,
});

describe('a stop that the player ignored', () => {
  const isFalse = (...commands: readonly LoggedCommand[]): boolean =>
    noFalseSuccess({ ...nothing, calls: [answered('stop main', 30, 200)], commands }).length > 0;

  it('succeeds if nothing was on air then, also if a clip started before the answer', () => {
    expect(isFalse(command('own', 'stop', 10), command('other', 'play', 20))).toBe(false);
  });

  it('does not succeed if a clip was on air from before the stop until the answer', () => {
    expect(isFalse(command('other', 'play', 5), command('own', 'stop', 10))).toBe(true);
  });
});

describe('a call that is refused while the service stops', () => {
  const stop: ServiceRestart = {
    how: 'stop',
    endedAtMs: startMs + 10,
    goneAtMs: startMs + 40,
    versionBefore: 1,
    inForceSinceMs: startMs,
    startedAtMs: startMs + 50,
    versionAfter: 1,
  };
  const isMissed = (isFull: boolean): boolean =>
    refusedCallersCounted({
      ...nothing,
      calls: [answered('list signals', 30, 401)],
      restarts: [stop],
      steps: [{ kind: 'disk', isFull, atMs: 0 }],
    }).length > 0;

  it('is counted', () => {
    expect(isMissed(false)).toBe(true);
  });

  it('may be lost if the disk is full', () => {
    expect(isMissed(true)).toBe(false);
  });
});

describe('another call with the key of one that was sent', () => {
  const sentAtMs = 10;

  /** A call with the key, from a time until 30 ms after the start. */
  const keyed = (number: number, target: string, atMs: number, status: number): MadeCall => {
    const call = answered(target, 30, status);
    const action = String(number);
    const { end } = call;
    return {
      ...call,
      number,
      plan: { ...call.plan, key: 'key-1' },
      startedAtMs: startMs + atMs,
      end: end?.how === 'answered' ? { ...end, action } : end,
    };
  };
  const isBroken = (atMs: number, status: number): boolean =>
    repetitionsGetTheFirstAnswer({
      ...nothing,
      calls: [keyed(1, 'play weather', 0, 200), keyed(2, 'play opener', atMs, status)],
      commands: [command('1', 'play', sentAtMs)],
    }).length > 0;

  it('is a conflict', () => {
    expect([isBroken(sentAtMs + 1, 409), isBroken(sentAtMs + 1, 404)]).toEqual([false, true]);
  });

  it('may be refused otherwise if it overtook the call on its way', () => {
    expect([isBroken(1, 404), isBroken(1, 200)]).toEqual([false, true]);
  });
});
