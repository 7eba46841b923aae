// The lines of the service's own log about access and the studio: the level, the sentence and the fields of each.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { configurationIntake } from '../../application/access/configuration-intake.js';
import { warnOfExpiry } from '../../application/access/expiry-warnings.js';
import { legacyThrottle } from '../../application/access/legacy-throttle.js';
import { alarms } from '../../application/alarms/alarms.js';
import { safeDrivers } from '../../application/commands/drivers.js';
import { graphics } from '../../application/commands/graphics.js';
import { actionJournal } from '../../application/journal/action-journal.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { layoutIntake } from '../../application/state/layout-intake.js';
import { loadRuntimeState, runtimeStateWriter } from '../../application/state/runtime-state-writer.js';
import { compileAccessPolicy } from '../../domain/access/access-policy.js';
import { readCredentials } from '../../domain/access/credentials.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { access, address, configuration, hashToken, legacySettings, panel } from '../domain/fixtures.js';
import { basic } from '../support/http-basic.js';
import { leveledLog, type LeveledLine, type LeveledLog } from '../support/leveled-log.js';
import { memoryAudit } from '../support/memory-audit.js';
import { stepBench } from '../application/demo-bench.js';

const broken = new Error('ENOSPC');
const rejects = (): Promise<void> => Promise.reject(broken);
const runtime = initialRuntimeState(demoStudio);

let clock: ManualClock;
let log: LeveledLog;
beforeEach(() => {
  [clock, log] = [manualClock(0), leveledLog()];
});

const expectLines = (...lines: readonly LeveledLine[]): void => {
  expect(log.lines).toEqual(lines);
};

const intakeWith = (save: () => Promise<void>) => {
  const holder = accessPolicyHolder({ hashToken, legacySettings, trustLoopback: true, clock }, configuration());
  return configurationIntake({ access: holder, file: { save }, clock, log, audit: memoryAudit() });
};

describe('the log of the access configuration has', () => {
  it('what came into force, what was refused and what was ignored', () => {
    const intake = intakeWith(() => Promise.resolve());
    const listedDevices = [{ address: '0.0.0.0/0', label: 'all' }];
    intake.offer(configuration({ version: 2, access: access({ accessWithoutToken: 'listed', listedDevices }) }));
    intake.offer(configuration({ version: 1 }));
    intake.offer({ ...configuration({ version: 3 }), studioId: 'another' });
    expectLines(
      ['info', 'an access configuration came into force', { version: 2 }],
      [
        'warn',
        'listed ranges give callers from the internet full control without a token',
        { ranges: '0.0.0.0/0', count: 1 },
      ],
      ['warn', 'an older access configuration was ignored', { version: 1 }],
      ['warn', 'an access configuration was refused', { reason: 'it belongs to another studio' }],
    );
  });

  it('what the disk refuses, or does not finish within 10 s', async () => {
    for (const save of [rejects, () => new Promise<void>(() => undefined)])
      intakeWith(save).offer(configuration({ version: 1 }));
    await clock.advance(10_000);
    expectLines(
      ['info', 'an access configuration came into force', { version: 1 }],
      ['info', 'an access configuration came into force', { version: 1 }],
      ['error', 'the access configuration is in force but could not be written to disk', { error: 'ENOSPC' }],
      ['error', 'the access configuration is in force, but the disk has not finished writing it', { ms: 10_000 }],
    );
  });

  it('tokens that expire', () => {
    const devices = [{ ...panel, expiresAt: '1970-01-02T00:00:00.000Z' }];
    const holder = accessPolicyHolder(
      { hashToken, legacySettings, trustLoopback: true, clock },
      configuration({ devices }),
    );
    warnOfExpiry({ access: holder, clock, log })();
    expectLines(['warn', 'device tokens expire soon or have expired', { devices: 'Panel expires in 1 day', count: 1 }]);
  });

  it('guesses of the legacy password', async () => {
    const throttle = legacyThrottle({ clock, log });
    const policy = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(configuration(), 0);
    const guessAt = (text: string): void => {
      const credentials = readCredentials(basic('EXTERNAL_APP', 'wrong'), []);
      throttle.isSlowed(policy, { address: address(text), forwarded: false, credentials }, undefined);
    };
    for (let at = 0; at < 5; at += 1) guessAt('198.51.100.7');
    await clock.advance(5_000);
    guessAt('198.51.100.7');
    for (let network = 1; network <= 32; network += 1)
      for (let at = 0; at < 5; at += 1) guessAt(`2001:db8:0:${network.toString(16)}::1`);
    await clock.advance(55_000);
    const since = '1970-01-01T00:00:00.000Z';
    const first = 'wrong legacy passwords: this address has to wait before another is checked';
    expect(log.lines).toHaveLength(34);
    expect([log.lines[0], ...log.lines.slice(-2)]).toEqual([
      ['warn', first, { address: '198.51.100.7', waitSeconds: 5 }],
      [
        'warn',
        'more wrong legacy passwords: this address has to wait again',
        { address: '198.51.100.7', waitSeconds: 10, count: 1, since },
      ],
      ['warn', 'wrong legacy passwords: further addresses have to wait', { count: 1, since }],
    ]);
  });
});

describe('the log of the studio has', () => {
  it('alarms', () => {
    const all = alarms({ clock, secrets: { id: () => 'id' }, log });
    all.raise('camera_away', 'cam-1', 'it is away');
    all.clear('camera_away', 'cam-1');
    const fields = { kind: 'camera_away', subject: 'cam-1' };
    expectLines(['warn', 'alarm: it is away', fields], ['info', 'alarm cleared: it is away', fields]);
  });

  it('drivers that throw, and devices that can be read again', () => {
    const { studio } = stepBench();
    const fails = (): never => {
      throw broken;
    };
    let isBroken = true;
    const connected = (id: string): boolean => (isBroken ? fails() : studio.cameras.connected(id));
    const cameras = { ...studio.cameras, recall: fails, connected };
    const { cameras: safe } = safeDrivers({ ...studio, cameras }, studio, log);
    safe.recall('cam-1', 'wide');
    for (const broke of [true, true, false, false]) {
      isBroken = broke;
      safe.connected('cam-1');
    }
    expectLines(
      ['error', 'a driver threw while it sent a command', { error: 'ENOSPC' }],
      ['error', 'a driver threw while its device was read', { id: 'cam-1', what: 'connection', error: 'ENOSPC' }],
      ['info', 'a device can be read again', { id: 'cam-1', what: 'connection' }],
    );
  });

  it('graphics on air that did not get their texts', async () => {
    const bench = stepBench();
    const shown = graphics({ ...bench.ports, log });
    shown.show({ output: 'out-1', scene: 'full' }, 'alpha');
    await bench.clock.advance(100);
    bench.setFault('out-1', 'refused');
    bench.ports.studio.change((now) => E.right({ ...now, variables: { ...now.variables, 'var-1': 'Flood' } }));
    await bench.clock.advance(100);
    const message = shown.record({ output: 'out-1', scene: 'full' })?.error;
    const fields = { output: 'out-1', scene: 'full', code: 'device_error', message };
    expectLines(['warn', 'a graphic on air did not get its new texts', fields]);
  });

  it('studio files that are refused, come into force, or are in force already', () => {
    const { alarms: raised } = stepBench();
    const current = currentLayout(demoStudio);
    const studio = { runtime: () => ({ ...runtime, activeBank: 'gone' }) };
    const intake = layoutIntake({ current, studio, log, audit: memoryAudit(), alarms: raised });
    intake.offer(E.left(['one']));
    intake.offer(E.right(demoStudio));
    intake.offer(E.right({ ...demoStudio, cameras: demoStudio.cameras.slice(1) }));
    expectLines(
      ['error', 'the studio file was refused; the one in force stays in force', { issues: ['one'] }],
      ['info', 'the studio file is again the one in force'],
      ['info', 'the studio file was read again and is in force', { changes: ['cameras removed: cam-1'] }],
      [
        'warn',
        'parts of the runtime state are reset: they do not fit the studio file',
        { discarded: ['the active bank "gone"'] },
      ],
    );
  });

  it('runtime states and actions that the disk refuses, and states that do not fit', async () => {
    await runtimeStateWriter(runtime, { file: { save: rejects }, clock, log }).save({ ...runtime, holder: null });
    await loadRuntimeState(demoStudio, { load: () => Promise.resolve({ ...runtime, holder: 'gone' }) }, log);
    let isFull = true;
    const write = () => (isFull ? rejects() : Promise.resolve());
    actionJournal({ file: { append: write, replace: write, size: () => 0 }, clock, log, kept: () => [] });
    await clock.advance(1);
    isFull = false;
    await clock.advance(60_000);
    expectLines(
      ['error', 'the runtime state could not be written to disk', { error: 'ENOSPC' }],
      [
        'warn',
        'parts of the stored runtime state are ignored: they do not fit the studio file',
        { discarded: ['the holder "gone"'] },
      ],
      ['error', 'the action journal is not written: after a crash, calls may be sent twice', { error: 'ENOSPC' }],
      ['error', 'the runtime state could not be written to disk', { error: 'ENOSPC' }],
      ['info', 'the action journal is written again'],
      ['error', 'the runtime state could not be written to disk', { error: 'ENOSPC' }],
    );
  });
});
