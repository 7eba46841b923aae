// The files of the audit log: one line of JSON for each entry, kept by size and by age, and never displaced by strangers.
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditSink } from '../../adapters/audit/audit-sink.js';
import type { AuditEntry, AuditShare, AuditSink } from '../../application/ports/audit.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../console/readable-log.js';

const day = 86_400_000;

let folder = '';
let clock: ManualClock;
let log: MemoryLog;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-audit-'));
  clock = manualClock(Date.UTC(2026, 0, 31, 12));
  log = memoryLog();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
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

describe('the files of the audit log', () => {
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

  it('have lines of limited length', async () => {
    await store([action('x'.repeat(100_000))]);
    expect(text(first).length).toBeLessThan(1_200);
  });

  it('begin anew each day', async () => {
    const sink = open();
    sink.write(action('one'), 'known');
    await sink.close();
    await clock.advance(day);
    await store([action('two')]);
    expect(files()).toEqual([first, 'service-2026-02-01-00001.jsonl']);
  });

  it('are removed when they are too old', async () => {
    await store([action('old')]);
    for (let stored = 0; stored < 10; stored += 1) {
      await clock.advance(3 * day);
      await store([action('young')]);
    }
    expect(files()[0]).toBe(first);
    await clock.advance(day);
    const sink = open();
    await clock.advance(3_600_000);
    await sink.close();
    await expect.poll(() => files()[0]).toBe('service-2026-02-03-00001.jsonl');
    expect(files()).toHaveLength(10);
  });

  it('are removed when they are too large together, the oldest first', async () => {
    const bytes = 100_000;
    for (let at = 0; at < 40; at += 1)
      await store(
        Array.from({ length: 10 }, (_, index) => action(`${String(at * 10 + index)} ${'x'.repeat(800)}`)),
        'known',
        bytes,
      );
    const sizes = files().map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(bytes);
    expect(sizes.length).toBeGreaterThan(5);
    expect(text(files().at(-1) ?? '')).toContain('"399 ');
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
