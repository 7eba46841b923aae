// Services and simulated equipment to measure, each in a process of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryMiB } from './measured-system.js';
import { nodeFlags } from './speed/service.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const folder = mkdtempSync(join(tmpdir(), 'studio-control-devices-'));
const children: ChildProcess[] = [];

export interface Program {
  readonly pid: number;
  readonly url: string;
}

/** Starts a part with a studio file. Resolves once it has printed its URL. */
export const start = async (part: 'service' | 'simulator', studio: string): Promise<Program> => {
  const data = join(folder, `${part}-${studio}`);
  const flags = ['--port', '0', '--host', '127.0.0.1', '--simulator-port', '0', '--simulator-osc-port', '0'];
  const all = [
    ...nodeFlags,
    main,
    part,
    ...flags,
    '--data-dir',
    data,
    '--studio-file',
    join(folder, studio),
    '--log-level',
    'error',
  ];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid ?? 0, url: /http:\S+/.exec(line.toString())?.[0] ?? '' };
};

/** Ticks of processor time per second, as Linux reports them. */
const ticksPerSecond = 100;

/** Returns the processor time that a process has used, in seconds. */
const processorS = (pid: number): number => {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

const bytesPerMB = 1e6;
const memoryMB = (pid: number): number => (memoryMiB(pid) * 2 ** 20) / bytesPerMB;

/** Whether every device of a service is connected. */
export const isConnected = async (url: string): Promise<boolean> => {
  const lists = await Promise.all(['signals', 'cameras', 'outputs'].map((kind) => fetch(`${url}/${kind}`)));
  const bodies = await Promise.all(lists.map((list) => list.text()));
  return bodies.every((body) => !body.includes('"connected":false'));
};

/** What a process takes: memory in MB, and its share of a core. */
export interface Figures {
  readonly memory: number;
  readonly share: number;
}

/** Measures programs at the same time. */
export const measured = async (programs: readonly Program[], forMs: number): Promise<readonly Figures[]> => {
  const before = programs.map(({ pid }) => processorS(pid));
  const beganAtMs = performance.now();
  await delay(forMs);
  const passedS = (performance.now() - beganAtMs) / 1_000;
  return programs.map(({ pid }, index) => ({
    memory: memoryMB(pid),
    share: (processorS(pid) - (before[index] ?? 0)) / passedS,
  }));
};

/** Returns figures in words. */
export const describe = ({ memory, share }: Figures): string =>
  `${memory.toFixed(0)} MB, ${(share * 100).toFixed(2)} % of a core`;

/** Writes a studio file by its name. */
export const writeStudio = (name: string, studio: object): void => {
  writeFileSync(join(folder, name), JSON.stringify(studio));
};

/** Ends every program, and removes what they have written. */
export const endPrograms = async (): Promise<void> => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
};
