// The days that the export of the as-run log prints.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportAsRun } from '../../../infra/command-line/as-run-export.js';

const stored = ['2026-01-30', '2026-01-31', '2026-02-01'];

const sent = (day: string): string =>
  JSON.stringify({
    type: 'sent',
    id: `of ${day}`,
    day,
    sentAt: `${day}T12:00:00.000Z`,
    caller: null,
    startedBy: null,
    operation: 'signal.on',
    station: null,
    parameters: { signal: 'sig-1' },
    action: null,
  });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-export-'));
  mkdirSync(join(folder, 'as-run'));
  for (const day of stored) writeFileSync(join(folder, 'as-run', `as-run-${day}-00001.jsonl`), `${sent(day)}\n`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the exit code, and the days of the entries or the printed lines. */
const exported = async (from: string | undefined, to: string | undefined) => {
  const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { lines, further = [], exitCode } = await exportAsRun({ DATA_DIR: folder }, days);
  const printed = [...lines];
  for await (const line of further) printed.push((JSON.parse(line) as { readonly day: string }).day);
  return { exitCode, printed };
};

it.each([
  [undefined, undefined, stored],
  ['2026-01-31', undefined, stored.slice(1)],
  [undefined, '2026-01-31', stored.slice(0, 2)],
  ['2026-01-30', '2026-01-31', stored.slice(0, 2)],
  ['2026-01-31', '2026-01-31', ['2026-01-31']],
  ['2026-02-02', undefined, []],
  ['2025-12-31', '2026-01-29', []],
])('@AS-RUN-6: has both the first day and the last one: from %s to %s', async (from, to, expected) => {
  expect(await exported(from, to)).toEqual({ exitCode: 0, printed: expected });
});

it.each([
  ['2026-02-01', '2026-01-31', 'as-run: --from: expected a day that is not after --to, got 2026-02-01 and 2026-01-31'],
  ['2026-02-29', undefined, 'as-run: --from: expected a day such as 2026-01-31, got "2026-02-29"'],
  [undefined, '31.1.2026', 'as-run: --to: expected a day such as 2026-01-31, got "31.1.2026"'],
])('refuses the days from %s to %s', async (from, to, line) => {
  expect(await exported(from, to)).toEqual({ exitCode: 1, printed: [line] });
});

describe('a line that is no entry', () => {
  const bad = () => join(folder, 'as-run', 'as-run-2026-01-31-00002.jsonl');
  beforeEach(() => {
    writeFileSync(bad(), '{"type":"sent","id":"cut o');
  });
  afterEach(() => {
    rmSync(bad());
  });

  it.each([false, true])('@AS-RUN-6: is left out, and named at the end, as CSV: %s', async (csv) => {
    const { lines, further = [], closing, exitCode } = await exportAsRun({ DATA_DIR: folder }, csv ? { csv } : {});
    const printed = [...lines];
    for await (const line of further) printed.push(line);
    expect([exitCode, printed.length]).toEqual([0, stored.length + Number(csv)]);
    expect(closing?.()).toEqual([
      'as-run: line 1 of as-run-2026-01-31-00002.jsonl is left out: it is no entry, or a crash has cut it off',
    ]);
  });
});
