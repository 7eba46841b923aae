// A service that is killed while a press waits for its acknowledgement plays the clip once (CRASH-5). The player and the
// module are in other processes than the service.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import { readStudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { rightOf } from '../domain/fixtures.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/loopback.js';
import { packModule, startModule, type RunningModule } from './companion-host.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

const layoutWith = (playerPort: number) => {
  const server = { protocol: 'casparcg', host: '127.0.0.1', port: playerPort, channel: 1 };
  const player = { ...server, layers: { full: 10 }, graphicLayers: { full: 20 } };
  const outputs = demoStudio.outputs.map((output) => (output.slot === 'main' ? { ...output, player } : output));
  const banks = demoStudio.banks.filter(({ key }) => key === 'news');
  return { ...demoStudio, outputs, banks, macros: [], automations: [] };
};

let folder: string;
let studio: SimulatedStudio;
let port: number;
let child: ChildProcess | undefined;
let module: RunningModule | undefined;

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
  folder = mkdtempSync(join(tmpdir(), 'studio-control-companion-'));
  const playerPort = await freePort();
  port = await freePort();
  const layout = layoutWith(playerPort);
  writeFileSync(join(folder, 'studio.json'), JSON.stringify(layout));
  studio = simulatedStudio(rightOf(readStudioLayout(layout)), new SystemClock(), { withServers: true });
  for (const { server } of studio.casparcgServers) await server.listen(playerPort, '127.0.0.1');
  await startService();
  module = await startModule(packModule(folder), { host: '127.0.0.1', port, token: '' });
  await module.hasStatus('ok');
}, 60_000);

afterAll(async () => {
  await module?.stop();
  await kill();
  studio.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isConnected = async (): Promise<boolean> => {
  const read = await fetch(`http://127.0.0.1:${String(port)}/api/v2/outputs/main`).catch(() => undefined);
  return read !== undefined && ((await read.json()) as { output: { connected: boolean } }).output.connected;
};

/** How often the player was sent a command that plays the clip. */
const plays = (): number =>
  studio.commands().filter(({ command }) => /\bweather\b/i.test(JSON.stringify(command))).length;

it('@CRASH-5: a press whose service is killed while it waits plays its clip once, and reports the result', async () => {
  const running = module;
  if (running === undefined) throw new Error('the module does not run');
  await eventually('the player is connected', isConnected);
  rightOf(studio.setFault('out-1', { type: 'late', delayMs: 1_500 }));
  const pressed = running.press('clip.play', { slot: 'main', number: 'weather', bank: 'news', timeout: 5_000 });
  await eventually('the command', () => plays() > 0);
  await kill();
  await startService();
  await pressed;
  await eventually('the result', () => running.written().includes('(clip.play): '));
  await eventually('the clip', () => running.variables.get('output_main_full_clip') === 'Weather');
  expect(plays()).toBe(1);
});
