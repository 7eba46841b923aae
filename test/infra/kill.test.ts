// A service that is killed at any moment: whatever it has acknowledged is still so when it is started again.
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

/** Starts a service on the folder, and gives its address. */
const start = async (): Promise<string> => {
  const flags = ['--port', '0', '--host', '127.0.0.1', '--data-dir', folder, '--log-level', 'error'];
  child = spawn(process.execPath, [main, 'service', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return /http:\S+/.exec(line.toString())?.[0] ?? '';
};

const kill = async (): Promise<void> => {
  const dying = child;
  child = undefined;
  dying?.kill('SIGKILL');
  if (dying?.exitCode === null) await once(dying, 'exit');
};

const setTo = async (service: string, value: number): Promise<boolean> => {
  const answer = await fetch(`${service}/plain/variables/GuestCount/set?value=${String(value)}`).catch(() => undefined);
  return answer?.status === 200;
};

const valueNow = async (service: string): Promise<number> =>
  Number(await (await fetch(`${service}/plain/variables/GuestCount/value`)).text());

describe('a service that is killed', () => {
  it('remembers everything that it has acknowledged, and nothing that was never asked for', async () => {
    let [asked, acknowledged] = [100, 100];
    for (const changes of [3, 17]) {
      const service = await start();
      for (let change = 0; change < changes; change += 1) {
        asked += 1;
        if (await setTo(service, asked)) acknowledged = asked;
      }
      // Several more are under way when it dies.
      const underWay = [1, 2, 3, 4].map((step) => setTo(service, asked + step));
      asked += 4;
      await kill();
      await Promise.all(underWay);
      const value = await valueNow(await start());
      expect(value).toBeGreaterThanOrEqual(acknowledged);
      expect(value).toBeLessThanOrEqual(asked);
      await kill();
    }
  });
});
