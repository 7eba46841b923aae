// A service that is killed while it sends commands: the as-run log has all of those that were answered.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-as-run-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a service on the folder. Returns its URL. */
const start = async (): Promise<string> => {
  const flags = ['--port', '0', '--host', '127.0.0.1', '--data-dir', folder, '--log-level', 'error'];
  child = spawn(process.execPath, [main, 'service', '--devices', 'simulated', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return /http:\S+/.exec(line.toString())?.[0] ?? '';
};

const kill = async (): Promise<void> => {
  const killed = child;
  child = undefined;
  killed?.kill('SIGKILL');
  if (killed?.exitCode === null) await once(killed, 'exit');
};

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
const toggle = async (service: string, signal = 'sig-1'): Promise<string | undefined> => {
  const response = await fetch(`${service}/signals/${signal}/toggle`).catch(() => undefined);
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
      const service = await start();
      for (let sent = 0; sent < commands; sent += 1) answered.push((await toggle(service, signal)) ?? '');
      const inFlight = [toggle(service, signal), toggle(service, signal)];
      await kill();
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
    const service = await start();
    await toggle(service);
    child?.kill('SIGTERM');
    if (child) await once(child, 'exit');
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
