// Services in processes of their own that tests kill and start again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SystemClock } from '../../adapters/node/clock.js';
import { readStudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { rightOf } from '../domain/fixtures.js';
import { freePort } from './loopback.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

/** A service that can be killed. */
export interface KillableService extends KillableProgram {
  readonly port: number;
  /** A folder of its own, which is removed at the end. */
  readonly folder: string;
  readonly studio: SimulatedStudio;
  /** Whether the service runs and its player is connected. */
  readonly isConnected: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const layoutWith = (playerPort: number, banks: readonly object[]) => {
  const server = { protocol: 'casparcg', host: '127.0.0.1', port: playerPort, channel: 1 };
  const player = { ...server, layers: { full: 10 }, graphicLayers: { full: 20 } };
  const outputs = demoStudio.outputs.map((output) => (output.slot === 'main' ? { ...output, player } : output));
  return { ...demoStudio, panels: [], outputs, banks, cameras: [], macros: [], automations: [] };
};

const startPlayer = async (layout: object, port: number): Promise<SimulatedStudio> => {
  const studio = simulatedStudio(rightOf(readStudioLayout(layout)), new SystemClock(), { withServers: true });
  for (const { server } of studio.casparcgServers) await server.listen(port, '127.0.0.1');
  return studio;
};

/** A program that is started, killed and started again. */
export interface KillableProgram {
  /** Resolves with the URL at which it listens. */
  readonly start: () => Promise<string>;
  /** Resolves once it has ended. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
}

const program = (args: readonly string[]): KillableProgram => {
  let child: ChildProcess | undefined;
  return {
    start: async () => {
      const started = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      const [printed] = (await once(started.stdout, 'data')) as [Buffer];
      return /http:\S+/.exec(printed.toString())?.[0] ?? '';
    },
    kill: async (signal = 'SIGKILL') => {
      const killed = child;
      child = undefined;
      killed?.kill(signal);
      if (killed?.exitCode === null && killed.signalCode === null) await once(killed, 'exit');
    },
  };
};

/** Returns a service with simulated devices. It keeps its data in the folder. */
export const killableSimulation = (folder: string, ...flags: readonly string[]): KillableProgram => {
  const own = ['--port', '0', '--host', '127.0.0.1', '--data-dir', folder, '--log-level', 'error'];
  return program(['service', '--devices', 'simulated', ...own, ...flags]);
};

/** Starts a service on the demo studio with other banks. Its main output is played by a simulated CasparCG server in this process. */
export const startKillableService = async (banks: readonly object[]): Promise<KillableService> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-killed-'));
  const file = join(folder, 'studio.json');
  const [playerPort, port] = [await freePort(), await freePort()];
  const layout = layoutWith(playerPort, banks);
  writeFileSync(file, JSON.stringify(layout));
  const studio = await startPlayer(layout, playerPort);
  const address = ['--port', String(port), '--host', '127.0.0.1'];
  const settings = ['--data-dir', join(folder, 'data'), '--studio-file', file, '--log-level', 'error'];
  const { start, kill } = program(['service', ...address, ...settings]);
  await start();
  return {
    ...{ port, folder, studio, start, kill },
    isConnected: async () => {
      const read = await fetch(`http://127.0.0.1:${String(port)}/api/v2/outputs/main`).catch(() => undefined);
      return read !== undefined && ((await read.json()) as { output: { connected: boolean } }).output.connected;
    },
    close: async () => {
      await kill();
      studio.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
