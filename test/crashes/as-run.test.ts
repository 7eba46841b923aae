// A service that is killed while it sends commands: the as-run log has all of those that were answered.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killableSimulation, type KillableProgram } from '../support/killable-service.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

let folder: string;
let service: KillableProgram;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-as-run-'));
  service = killableSimulation(folder);
});
afterEach(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface PrintedEntry {
  readonly operation: string;
  readonly outcome: string;
  readonly action: string;
}

const asRun = (...flags: readonly string[]) =>
  spawnSync(process.execPath, [main, 'as-run', '--data-dir', folder, ...flags], { encoding: 'utf8' });

const entries = (...flags: readonly string[]): readonly PrintedEntry[] =>
  asRun(...flags)
    .stdout.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PrintedEntry);

/** Switches a signal. Returns the id of the action if it was answered. */
const toggle = async (url: string, signal = 'sig-1'): Promise<string | undefined> => {
  const response = await fetch(`${url}/signals/${signal}/toggle`).catch(() => undefined);
  return response?.status === 200 ? (response.headers.get('x-action-id') ?? '') : undefined;
};

describe('the as-run log of a service that is killed', () => {
  it('@AS-RUN-6: has every command that was answered, and goes on after a line that was cut off', async () => {
    const answered: string[] = [];
    // Another signal each time: the repetition of a call that the kill has interrupted is not sent.
    for (const [signal, commands] of [
      ['sig-1', 3],
      ['sig-2', 9],
    ] as const) {
      const url = await service.start();
      for (let sent = 0; sent < commands; sent += 1) answered.push((await toggle(url, signal)) ?? '');
      const inFlight = [toggle(url, signal), toggle(url, signal)];
      await service.kill();
      for (const action of await Promise.all(inFlight)) if (action !== undefined) answered.push(action);
      const [file = ''] = globSync('as-run/*.jsonl', { cwd: folder }).sort().slice(-1);
      appendFileSync(join(folder, file), '{"type":"sent","id":"cut');
    }
    const recorded = entries().map(({ action }) => action);
    expect(answered.filter((action) => !recorded.includes(action))).toEqual([]);
    expect(answered.length).toBeGreaterThanOrEqual(12);
    expect(asRun().stderr).toMatch(/^as-run: line \d+ of as-run-\S+ is left out/);
  });

  it('@AS-RUN-7: is printed as JSON lines or CSV, of some days, also into a pipe that is closed', async () => {
    await toggle(await service.start());
    await service.kill('SIGTERM');
    expect(entries()).toMatchObject([{ operation: 'signal.toggle', outcome: 'confirmed' }]);
    expect(entries('--to', '2020-01-01')).toEqual([]);
    const [head, row] = asRun('--csv').stdout.split('\r\n');
    expect(head).toMatch(/^sentAt,day,endedAt,durationMs,outcome,/);
    expect(row).toContain(',confirmed,,loopback,,signal.toggle,');
    const command = `"${process.execPath}" "${main}" as-run --data-dir "${folder}" | head -c 1`;
    expect(execFileSync('bash', ['-o', 'pipefail', '-c', command], { encoding: 'utf8' })).toBe('{');
  });

  it.each([
    [['--from', 'yesterday'], /^as-run: --from: expected a day such as 2026-01-31, got "yesterday"$/],
    [['--to', '2026-02-30'], /^as-run: --to: expected a day such as/],
    [['--from', '2026-02-02', '--to', '2026-02-01'], /^as-run: --from: expected a day that is not after --to/],
    [[], /^as-run: DATA_DIR: \S+ can't be read \(ENOENT\)$/],
  ])('@AS-RUN-7: refuses %j', (flags, message) => {
    const { status, stderr } = asRun(...flags);
    expect([status, stderr.trim()]).toEqual([1, expect.stringMatching(message)]);
  });

  it('@AS-RUN-7: has options of its own, which a part refuses', () => {
    const { status, stderr } = spawnSync(process.execPath, [main, 'service', '--csv'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('service: --csv is not one of its flags')]);
  });
});
