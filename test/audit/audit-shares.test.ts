// The two shares of the audit log, its forwarder and its end.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditSink, type AuditSinkDeps } from '../../adapters/audit/audit-sink.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import { alarms } from '../../application/alarms/alarms.js';
import type { AuditEntry, AuditShare, AuditSink } from '../../application/ports/audit.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { memoryLog } from '../console/readable-log.js';
import { eventually } from '../support/eventually.js';

const hourMs = 3_600_000;
const today = '2026-01-31-00001.jsonl';

let folder = '';
let clock: ManualClock;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-shares-'));
  clock = manualClock(Date.UTC(2026, 0, 31, 12));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
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
    await eventually('an alarm, and the other file', () => raised.open().length > 0 && existsSync(join(folder, other)));
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
