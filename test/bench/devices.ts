// Measures what 200 devices over all drivers cost a service: memory, and its share of a core, soon after the start and at
// rest. The same service with a studio without devices runs beside it. The equipment is simulated in another process. Fails
// if what it costs at rest is above the limits.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/loopback.js';
import { deviceStudio, type DeviceCounts } from './device-studio.js';
import { memoryMiB } from './measured-system.js';
import { nodeFlags } from './speed/service.js';

const counts: DeviceCounts = { signals: 120, cameras: 48, outputs: 32 };
const noDevices: DeviceCounts = { signals: 0, cameras: 0, outputs: 0 };

/** The limits of the service with devices. */
const maxMemoryMB = 150;
const maxCoreShare = 0.03;

/** How long each measurement takes, in milliseconds. */
const forMs = Number(process.env['DEVICES_MS'] ?? 60_000);

/** After the start, in milliseconds: the connections are made, and Node has compiled most of what runs often. */
const settleMs = 10_000;
const restMs = 120_000;

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const folder = mkdtempSync(join(tmpdir(), 'studio-control-devices-'));
const children: ChildProcess[] = [];

interface Program {
  readonly pid: number;
  readonly url: string;
}

/** Starts a part with a studio file. Resolves once it has printed its URL. */
const start = async (part: string, studio: string): Promise<Program> => {
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

const isConnected = async (url: string): Promise<boolean> => {
  const lists = await Promise.all(['signals', 'cameras', 'outputs'].map((kind) => fetch(`${url}/${kind}`)));
  const bodies = await Promise.all(lists.map((list) => list.text()));
  return bodies.every((body) => !body.includes('"connected":false'));
};

interface Figures {
  readonly memory: number;
  readonly share: number;
}

const measured = async (programs: readonly Program[]): Promise<readonly Figures[]> => {
  const before = programs.map(({ pid }) => processorS(pid));
  const beganAtMs = performance.now();
  await delay(forMs);
  const passedS = (performance.now() - beganAtMs) / 1_000;
  return programs.map(({ pid }, index) => ({
    memory: memoryMB(pid),
    share: (processorS(pid) - (before[index] ?? 0)) / passedS,
  }));
};

const describe = ({ memory, share }: Figures): string =>
  `${memory.toFixed(0)} MB, ${(share * 100).toFixed(2)} % of a core`;

/** Measures all programs, and prints each. Resolves with the first, which has the devices. */
const report = async (when: string, programs: readonly Program[]): Promise<Figures> => {
  const [devices, none] = await measured(programs);
  if (devices === undefined || none === undefined) throw new Error('expected a service with devices and one without');
  const ratio = (devices.memory / none.memory).toFixed(2);
  console.log(`${when}: 200 devices ${describe(devices)}; none ${describe(none)}; ${ratio} times the memory`);
  return devices;
};

const run = async (): Promise<void> => {
  const ports = new Set<number>();
  while (ports.size < 1_000) ports.add(await freePort());
  const next = ports.values();
  const nextPort = (): number => next.next().value ?? 0;
  writeFileSync(join(folder, 'devices.json'), JSON.stringify(deviceStudio(counts, nextPort)));
  writeFileSync(join(folder, 'none.json'), JSON.stringify(deviceStudio(noDevices, nextPort)));
  await start('simulator', 'devices.json');
  const programs = [await start('service', 'devices.json'), await start('service', 'none.json')];
  await eventually('every device is connected', () => isConnected(programs[0]?.url ?? ''));
  const connectedAtMs = performance.now();
  await delay(settleMs);
  await report('after the start', programs);
  await delay(Math.max(0, connectedAtMs + restMs - performance.now()));
  const { memory, share } = await report('at rest', programs);
  if (memory <= maxMemoryMB && share <= maxCoreShare) return;
  console.error(`expected at most ${String(maxMemoryMB)} MB and ${String(maxCoreShare * 100)} % of a core`);
  process.exitCode = 1;
};

try {
  await run();
} finally {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
