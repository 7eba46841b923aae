// A service that is killed while a client repeats its calls sends no clip twice (CRASH-1, CRASH-2). The player and the
// client are in other processes than the service. The environment variable CRASHES sets the number of calls.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import { repetitionMs } from '../../domain/journal-entry.js';
import { readStudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { rightOf } from '../domain/fixtures.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/loopback.js';

const crashes = Number(process.env['CRASHES'] ?? 6);
const isSoak = process.env['CRASHES'] !== undefined;

/** The clips are played in turn, so that none is called again while its last call is guarded. */
const clipCount = 90;

/** The latest moment of a kill, in milliseconds after the call: later than its answer. */
const latestKillMs = 180;

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

const clips = Array.from({ length: clipCount }, (_, at) => ({
  number: at + 1,
  key: `clip-${String(at + 1)}`,
  name: `Clip ${String(at + 1)}`,
  durationMs: 600_000,
}));

const layoutWith = (playerPort: number) => {
  const server = { protocol: 'casparcg', host: '127.0.0.1', port: playerPort, channel: 1 };
  const player = { ...server, layers: { full: 10 }, graphicLayers: { full: 20 } };
  const outputs = demoStudio.outputs.map((output) => (output.slot === 'main' ? { ...output, player } : output));
  const banks = [{ key: 'news', name: 'News', clips }];
  return { ...demoStudio, outputs, banks, cameras: [], macros: [], automations: [] };
};

let folder: string;
let studio: SimulatedStudio;
let port: number;
let child: ChildProcess | undefined;

const startService = async (): Promise<void> => {
  const flags = ['--port', String(port), '--host', '127.0.0.1', '--data-dir', join(folder, 'data')];
  const settings = [...flags, '--studio-file', join(folder, 'studio.json'), '--log-level', 'error'];
  const started = spawn(process.execPath, [main, 'service', ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  await once(started.stdout, 'data');
};

const kill = async (): Promise<void> => {
  const killed = child;
  child = undefined;
  killed?.kill('SIGKILL');
  if (killed?.exitCode === null && killed.signalCode === null) await once(killed, 'exit');
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-crash-'));
  const playerPort = await freePort();
  port = await freePort();
  const layout = layoutWith(playerPort);
  writeFileSync(join(folder, 'studio.json'), JSON.stringify(layout));
  studio = simulatedStudio(rightOf(readStudioLayout(layout)), new SystemClock(), { withServers: true });
  for (const { server } of studio.casparcgServers) await server.listen(playerPort, '127.0.0.1');
  await startService();
}, 60_000);

afterAll(async () => {
  await kill();
  studio.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isConnected = async (): Promise<boolean> => {
  const read = await fetch(`http://127.0.0.1:${String(port)}/api/v2/outputs/main`).catch(() => undefined);
  return read !== undefined && ((await read.json()) as { output: { connected: boolean } }).output.connected;
};

const lastNumber = (): number => studio.commands().at(-1)?.number ?? 0;

/** How often the player was sent a command for a clip. */
const sendsSince = (number: number, clip: string): number => {
  const names = new RegExp(`\\b${clip}\\b`, 'i');
  return studio.commands().filter((one) => one.number > number && names.test(JSON.stringify(one.command))).length;
};

/** Statuses on which HTTP libraries repeat a GET by themselves. */
const repeated = new Set([408, 413, 429, 500, 502, 503, 504]);

/** Calls as the HTTP library of a panel does: again when the connection breaks, and on some statuses. */
const play = async (clip: string): Promise<number> => {
  const url = `http://127.0.0.1:${String(port)}/api/v2/outputs/main/clips/${clip}/play`;
  const response = await fetch(url).catch(() => undefined);
  if (response !== undefined && !repeated.has(response.status)) return response.status;
  await delay(100);
  return play(clip);
};

/** Kills the service some time after a call, and starts it again. Returns the answer and how often the clip was sent. */
const crashDuring = async (clip: string, killAfterMs: number) => {
  await eventually('the player is connected', isConnected);
  const before = lastNumber();
  const calledAtMs = performance.now();
  const answer = play(clip);
  await delay(killAfterMs);
  await kill();
  await startService();
  const status = await answer;
  // A machine that needs longer than the guard to start the service proves nothing: the repetition may be sent.
  const isGuarded = performance.now() - calledAtMs < repetitionMs;
  return { status, sends: sendsSince(before, clip), isGuarded };
};

describe('a service that is killed while a client repeats its call', () => {
  it(
    '@CRASH-1: sends each clip at most once, and answers 200 only if it was sent',
    { timeout: 30_000 + crashes * 20_000 },
    async () => {
      const counts = new Map<string, number>();
      for (let call = 0; call < crashes; call += 1) {
        const killAfterMs = isSoak ? Math.random() * latestKillMs : (latestKillMs / (crashes - 1)) * call;
        const clip = `clip-${String((call % clipCount) + 1)}`;
        const { status, sends, isGuarded } = await crashDuring(clip, killAfterMs);
        const outcome = isGuarded ? `${String(status)}, sent ${String(sends)}` : 'restarted too late';
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (!isGuarded) continue;
        expect([status, sends], `killed after ${killAfterMs.toFixed(1)} ms`).toEqual([
          expect.toBeOneOf([200, 424]),
          status === 200 ? 1 : expect.toBeOneOf([0, 1]),
        ]);
      }
      if (isSoak) console.log(`answers and commands of ${String(crashes)} calls:`, Object.fromEntries(counts));
      expect(counts.get('200, sent 1')).toBeGreaterThan(0);
    },
  );
});
