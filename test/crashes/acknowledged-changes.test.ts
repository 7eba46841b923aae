// A service that is killed keeps every change that it acknowledged.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-kill-'));
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

const setTo = async (service: string, value: number): Promise<boolean> => {
  const response = await fetch(`${service}/plain/variables/GuestCount/set?value=${String(value)}`).catch(
    () => undefined,
  );
  return response?.status === 200;
};

const valueNow = async (service: string): Promise<number> =>
  Number(await (await fetch(`${service}/plain/variables/GuestCount/value`)).text());

describe('a service that is killed', () => {
  it('keeps every acknowledged value, and no value that was not requested', async () => {
    let [requested, acknowledged] = [100, 100];
    for (const changes of [3, 17]) {
      const service = await start();
      for (let change = 0; change < changes; change += 1) {
        requested += 1;
        if (await setTo(service, requested)) acknowledged = requested;
      }
      // Further requests are in flight when it is killed.
      const inFlight = [1, 2, 3, 4].map((step) => setTo(service, requested + step));
      requested += 4;
      await kill();
      await Promise.all(inFlight);
      const value = await valueNow(await start());
      expect(value).toBeGreaterThanOrEqual(acknowledged);
      expect(value).toBeLessThanOrEqual(requested);
      await kill();
    }
  });
});
