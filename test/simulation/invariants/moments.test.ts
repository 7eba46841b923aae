// What the invariants permit while a service stops, and while commands of several calls follow each other.
import { describe, expect, it } from 'vitest';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { Evidence, MadeCall, ServiceRestart } from '../evidence.js';
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
