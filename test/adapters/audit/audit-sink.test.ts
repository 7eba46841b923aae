// The files of the audit log: one line of JSON for each entry, kept by size and by age, and never displaced by strangers.
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditSinkDeps, auditSink } from '../../../adapters/audit/audit-sink.js';
import { alarms } from '../../../application/alarms/alarms.js';
import { fileAlarm } from '../../../application/alarms/file-alarms.js';
import type { AuditEntry, AuditShare, AuditSink } from '../../../application/ports/audit.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { type MemoryLog, memoryLog } from '../../application/console/readable-log.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the files of the audit log', () => {
  let folder = '';
  let clock: ManualClock;
  let log: MemoryLog;

  beforeEach(() => {
    folder = temporaryFolder();
    clock = manualClock(Date.UTC(2026, 0, 31, 12));
    log = memoryLog();
  });

  const open = (bytes = 1_048_576, days = 30): AuditSink =>
    auditSink({ folder, part: 'service', retention: { bytes, days }, clock, log });

  const action = (summary: string): AuditEntry => ({
    time: new Date(clock.now()).toISOString(),
    part: 'service',
    kind: 'action',
    caller: 'device:Panel',
    summary,
  });

  /** Opens the sink, writes entries, and closes it. */
  const store = async (entries: readonly AuditEntry[], share: AuditShare = 'known', bytes?: number): Promise<void> => {
    const sink = open(bytes);
    for (const entry of entries) sink.write(entry, share);
    await sink.close();
  };

  const files = (): readonly string[] => readdirSync(folder).sort();
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const lines = (name: string): readonly unknown[] =>
    text(name)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  const first = 'service-2026-01-31-00001.jsonl';

  it('contain one line of JSON for each entry, readable by their owner only', async () => {
    await store([action('one'), action('two')]);
    expect(files()).toEqual([first]);
    expect(lines(first)).toEqual([action('one'), action('two')]);
    expect(statSync(join(folder, first)).mode & 0o777).toBe(0o600);
  });

  it('are continued after a restart, on a new line if the last one was cut off', async () => {
    await store([action('one')]);
    appendFileSync(join(folder, first), '{"time":"2026-');
    await store([action('two')]);
    expect(text(first).split('\n')).toEqual([
      JSON.stringify(action('one')),
      '{"time":"2026-',
      JSON.stringify(action('two')),
      '',
    ]);
  });

  it('contain no token, and no control or invisible character that is not escaped', async () => {
    const token = `svc_${'a1'.repeat(16)}`;
    await store([action(`${token} svc%5F${'a1'.repeat(16)}\n\u0000\u001b\u0085\u202e\u200b\u2028\u{e0041}\ud800ü`)]);
    expect(text(first)).not.toContain('a1a1a1');
    expect(text(first)).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\n$/u);
    expect(lines(first)).toEqual([action('*** ***\n\u0000\u001b\u0085\u202e\u200b\u2028\u{e0041}\ud800ü')]);
  });

  it('of strangers never displace other entries', async () => {
    const bytes = 100_000;
    await store([action('evidence')], 'known', bytes);
    const strangers = Array.from({ length: 200 }, () => action('x'.repeat(800)));
    await store(strangers, 'refused', bytes);
    expect(lines(first)).toEqual([action('evidence')]);
    const total = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThan(bytes / 5);
    expect(text(files().at(-1) ?? '')).toContain('xxx');
  });

  it('are never written through a symbolic link', async () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, '');
    symlinkSync(victim, join(folder, first));
    const sink = open();
    sink.write(action('one'), 'known');
    await expect.poll(() => log.lines.join()).toContain('could not be written');
    const closed = sink.close();
    await clock.advance(500);
    await closed;
    expect(readFileSync(victim, 'utf8')).toBe('');
    expect(log.lines.at(-1)).toContain('were not written to disk before the end {"count":1}');
  });
});

describe('the shares of the audit log', () => {
  const hourMs = 3_600_000;
  const today = '2026-01-31-00001.jsonl';

  let folder = '';
  let clock: ManualClock;

  beforeEach(() => {
    folder = temporaryFolder();
    clock = manualClock(Date.UTC(2026, 0, 31, 12));
  });

  const open = (changes: Partial<AuditSinkDeps> = {}): AuditSink =>
    auditSink({
      folder,
      part: 'service',
      retention: { bytes: 1_048_576, days: 30 },
      clock,
      log: memoryLog(),
      ...changes,
    });

  const entry = (summary: string): AuditEntry => ({
    time: '2026-01-31T12:00:00.000Z',
    part: 'service',
    kind: 'action',
    summary,
  });

  const closed = async (sink: AuditSink): Promise<void> => {
    await Promise.all([sink.close(), clock.advance(500)]);
  };

  /** Returns what is stored of one entry. */
  const storedText = async (summary: string): Promise<string> => {
    const sink = open();
    sink.write(entry(summary), 'known');
    await sink.close();
    return (JSON.parse(readFileSync(join(folder, `service-${today}`), 'utf8')) as AuditEntry).summary ?? '';
  };

  it.each(['known', 'refused'] as const)(
    '@ALARM-7: files of the share %s that can’t be written have an alarm',
    async (share) => {
      const raised = alarms({ clock, secrets: { id: () => 'alarm-1' }, log: memoryLog() });
      const names = { known: `service-${today}`, refused: `service-refused-${today}` };
      const subjects = { known: 'audit-log', refused: 'audit-log-refused' } as const;
      symlinkSync(join(folder, 'victim'), join(folder, names[share]));
      const alarmOf = (one: AuditShare) => fileAlarm(raised, subjects[one]);
      const sink = open({ alarms: { known: alarmOf('known'), refused: alarmOf('refused') } });
      for (const one of ['known', 'refused'] as const) sink.write(entry('one'), one);
      const other = share === 'known' ? names.refused : names.known;
      await eventually(
        'an alarm, and the other file',
        () => raised.open().length > 0 && existsSync(join(folder, other)),
      );
      expect(raised.open().map(({ kind, subject }) => [kind, subject])).toEqual([['file_unwritable', subjects[share]]]);
      await closed(sink);
    },
  );

  describe('old files', () => {
    const old = (series: string): void => {
      writeFileSync(join(folder, `${series}-2025-01-01-00001.jsonl`), '');
      for (let day = 10; day < 31; day += 1)
        writeFileSync(join(folder, `${series}-2026-01-${String(day)}-00001.jsonl`), '');
    };
    const isLeft = (series: string): boolean => readdirSync(folder).includes(`${series}-2025-01-01-00001.jsonl`);

    it('of both shares are removed each hour, until the end', async () => {
      const sink = open({ retention: { bytes: 1_048_576, days: 20 } });
      for (let hour = 1; hour <= 2; hour += 1) {
        for (const series of ['service', 'service-refused']) old(series);
        await clock.advance(hourMs);
        await eventually('they are removed', () => !isLeft('service') && !isLeft('service-refused'));
      }
      await sink.close();
      expect(clock.waiting()).toBe(0);
    });

    it('are not looked for after an end without a prune', async () => {
      await open().close();
      expect(clock.waiting()).toBe(0);
    });
  });

  it('each entry is forwarded as it is stored, and the end waits for the forwarder', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const forwarded: unknown[] = [];
    let isClosed = false;
    const sink = open({
      forwarder: { send: (one, line) => void forwarded.push([one, line]), close: () => promise.then(() => undefined) },
    });
    sink.write(entry('one'), 'known');
    sink.write(entry('two'), 'refused');
    expect(forwarded).toEqual(['one', 'two'].map((summary) => [entry(summary), JSON.stringify(entry(summary))]));
    const ended = sink.close().then(() => (isClosed = true));
    await eventually('the files are written', () => readdirSync(folder).length === 2);
    await clock.advance(1_000);
    expect(isClosed).toBe(false);
    resolve(undefined);
    await ended;
  });

  describe('a text', () => {
    it('of 1,000 characters is stored whole, a longer one is cut there', async () => {
      expect(await storedText('x'.repeat(1_000))).toBe('x'.repeat(1_000));
      rmSync(join(folder, `service-${today}`));
      expect(await storedText('x'.repeat(1_001))).toBe(`${'x'.repeat(1_000)}…`);
    });

    it('@AUDIT-7: contains no part of a token that its limit divides', async () => {
      const token = `svc_${'0a'.repeat(16)}`;
      expect(await storedText(`${'x'.repeat(979)} ${token}`)).toBe(`${'x'.repeat(979)} ***`);
    });
  });
});
