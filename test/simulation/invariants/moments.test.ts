// What the invariants permit while a service stops, and while commands of several calls follow each other.
import { describe, expect, it } from 'vitest';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { Evidence, MadeCall, PublishedConfiguration, PublishedDevice, ServiceRestart } from '../evidence.js';
import { repetitionsGetTheFirstAnswer } from './keys.js';
import { refusedCallersCounted } from './reports.js';
import { noFalseSuccess } from './success.js';
import { hashOf } from './token-hash.js';

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

describe('a stop after a crash, while a clip runs whose report was lost', () => {
  const lost: LoggedCommand = { ...command('other', 'play', 0), fault: 'lost' };
  const crash: ServiceRestart = {
    how: 'kill',
    endedAtMs: startMs + 20,
    goneAtMs: startMs + 20,
    versionBefore: 1,
    inForceSinceMs: startMs,
    startedAtMs: startMs + 50,
    versionAfter: 1,
  };
  const interrupted: MadeCall = {
    ...answered('stop main', 0, 200),
    startedAtMs: startMs + 10,
    end: { how: 'failed', atMs: startMs + 20 },
  };
  const isFalse = (startedAtMs: number, ...before: readonly MadeCall[]): boolean =>
    noFalseSuccess({
      ...nothing,
      calls: [
        ...before,
        { ...answered('stop main', startedAtMs + 5, 200), startedAtMs: startMs + startedAtMs, number: 2 },
      ],
      commands: [lost],
      restarts: [crash],
    }).length > 0;

  it('succeeds without a command if a stop was under way: the last report shows no clip', () => {
    expect(isFalse(100, interrupted)).toBe(false);
  });

  it('does not succeed without a command otherwise', () => {
    expect([isFalse(100), isFalse(40_000, interrupted)]).toEqual([true, true]);
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

describe('a repetition by a token', () => {
  const token = 'token of the panel';
  const panel: PublishedDevice = {
    id: 'device-1',
    name: 'Panel',
    state: 'active',
    access: 'read_and_control',
    fixedAddress: null,
    features: [],
    tokenHash: hashOf(token),
    expiresAt: null,
    oldToken: null,
  };
  const configuration = (version: number, ...devices: readonly PublishedDevice[]): PublishedConfiguration => ({
    version,
    access: { apiEnabled: true, accessWithoutToken: 'listed', listedDevices: [], legacyAuthorization: false },
    features: {},
    devices,
  });

  /** A keyed call while a version of the configuration is in force. */
  const keyed = (number: number, status: number, version: number): MadeCall => {
    const call = answered('play weather', 10 * number, status);
    const { end } = call;
    return {
      ...call,
      number,
      token,
      plan: { ...call.plan, key: 'key-1' },
      startedAtMs: startMs + 10 * number - 5,
      versionBefore: version,
      end: end?.how === 'answered' ? { ...end, versionAfter: version, action: String(number) } : end,
    };
  };
  const isBroken = (...owned: readonly PublishedDevice[]): boolean =>
    repetitionsGetTheFirstAnswer({
      ...nothing,
      configurations: new Map([
        [1, configuration(1, ...owned)],
        [2, configuration(2, panel)],
      ]),
      calls: [keyed(1, 200, 1), keyed(2, 424, 2)],
      commands: [command('1', 'play', 7)],
    }).length > 0;

  it('gets the first answer', () => {
    expect(isBroken(panel)).toBe(true);
  });

  it('is a call of another caller if nobody owned the token at the first call', () => {
    expect(isBroken()).toBe(false);
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
