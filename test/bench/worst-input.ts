// Measures how much the worst input of callers without a token delays others: 158 kB per second of the worst targets, and
// floods of pipelined requests by another process, and devices that send as much as they can. The baseline is the same service
// without them, in alternating rounds of the same run.
import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { layoutWith } from '../adapters/drivers/bench.js';
import { everyProtocol, type CommandedProtocol } from '../adapters/drivers/every-protocol.js';
import { floodingDevice, floods as deviceFloods } from '../adapters/drivers/floods.js';
import { freePort } from '../support/loopback.js';
import type { ShapeName } from './connection-flood.js';
import { takePrecedence } from './priority.js';
import { storeAccess, token } from './speed/access.js';
import { nodeFlags } from './speed/service.js';
import { memoryMB } from './speed/programs.js';
import { quantile } from './speed/statistics.js';

const rounds = Number(process.env['ROUNDS'] ?? 40);
/** Short, so that other load on the machine affects rounds with and without the targets alike. */
const forMs = Number(process.env['ROUND_MS'] ?? 250);

const bytesPerSecond = 158_000;
const targetLength = 15_000;
/** The promised limit: the median with the worst targets is less than 20 % above the median without. */
const maxRatio = 1.2;

const filled = (start: string, part: string): string =>
  (start + part.repeat(Math.ceil(targetLength / part.length))).slice(0, targetLength);

const targets: Readonly<Record<string, string>> = {
  'an encoded letter, then letters': filled('/%41/', 'a'),
  'letters, then an encoded letter': `${filled('/', 'a')}%41`,
  'percent signs': filled('/', '%'),
  'nested encodings': filled('/%', '25'),
  'unfinished token lists': filled('/?a=1', ';token['),
  'spaces in a token name': filled('/?token', '+'),
  'beginnings of tokens': filled('/%41', 'svc_'),
};

if (!takePrecedence())
  process.stdout.write('not run as root: the floods take time from the service and from the timed calls\n');
const folder = mkdtempSync(join(tmpdir(), 'studio-control-worst-'));
await storeAccess(folder, { devices: 1, listed: 1 });

/** A running service. */
interface Service {
  readonly process: ChildProcess;
  readonly port: number;
}

const startService = async (...flags: readonly string[]): Promise<Service> => {
  const environment = { ...process.env, PORT: '0', HOST: '0.0.0.0', DATA_DIR: folder };
  const started = spawn(process.execPath, [...nodeFlags, 'dist/infra/main.js', 'service', ...flags], {
    env: environment,
    stdio: ['ignore', 'pipe', openSync(join(folder, 'service.log'), 'w')],
  });
  if (started.stdout === null) throw new Error('the service has no standard output');
  const [line] = (await once(started.stdout, 'data')) as [Buffer];
  return { process: started, port: Number(/:(\d+)/.exec(line.toString())?.[1]) };
};

const stopService = async (running: Service): Promise<void> => {
  running.process.kill('SIGTERM');
  await once(running.process, 'exit');
};

let service = await startService('--devices', 'simulated');

/** Sends a request on a connection of its own. Resolves when the service closes it. */
const send = async (target: string): Promise<void> => {
  const socket = connect({ port: service.port, host: '127.0.0.1' });
  socket.on('error', () => undefined).resume();
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
};

/** Sends a target at the fixed rate until the time is over. */
const attack = async (target: string, until: number): Promise<void> => {
  const sent: Promise<void>[] = [];
  while (performance.now() < until) {
    sent.push(send(target));
    await delay((1_000 * target.length) / bytesPerSecond);
  }
  await Promise.all(sent);
};

const readSignal = async (): Promise<number> => {
  const begunAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${String(service.port)}/api/v2/plain/signals/sig-1`);
  await response.text();
  if (response.status !== 200) throw new Error(`answered ${String(response.status)}`);
  return performance.now() - begunAt;
};

const readUntil = async (until: number): Promise<readonly number[]> => {
  const times: number[] = [];
  while (performance.now() < until) {
    times.push(await readSignal());
    await delay(2);
  }
  return times;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

const measure = async (name: string, target: string): Promise<void> => {
  const [calm, attacked]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    calm.push(...(await readUntil(performance.now() + forMs)));
    const until = performance.now() + forMs;
    const [times] = await Promise.all([readUntil(until), attack(target, until)]);
    attacked.push(...times);
  }
  const ratio = median(attacked) / median(calm);
  const figures = `median ${median(calm).toFixed(2)} ms, with the targets ${median(attacked).toFixed(2)} ms`;
  process.stdout.write(`${name}: ${figures}, ratio ${ratio.toFixed(2)}\n`);
  if (ratio >= maxRatio) process.exitCode = 1;
};

/** Floods by their name: the shape, and how many connections. */
const floods: Readonly<Record<string, readonly [shape: ShapeName, connections: number]>> = {
  '4 connections of 400 pipelined documents': ['documents', 4],
  '60 connections of 8 long targets': ['targets', 60],
  '500 connections of 16 documents that are not read': ['unread', 500],
  '1,000 refused connections a second': ['refused', 50],
};

/** The promised limits: by how much floods delay 99 of 100 calls, in milliseconds, and the memory of the service, in MB. */
const maxDelayMs = 50;
const maxMemoryMB = 250;

/** An address of this machine that isn't loopback, where there is one: it counts as another host. */
const otherAddress =
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2';

/** The calls that are timed: each over a connection of its own, and the play with a token. */
const timed = {
  health: { path: '/api/v2/plain/health', headers: {} },
  play: { path: '/api/v2/plain/outputs/main/clips/3/play', headers: { authorization: `Bearer ${token}` } },
};

/** Resolves with the duration of a call, in milliseconds; without end if it isn't answered 200. */
const timeCall = async ({ path, headers }: { readonly path: string; readonly headers: object }): Promise<number> => {
  const begunAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${String(service.port)}${path}`, {
    headers: { ...headers, connection: 'close' },
    signal: AbortSignal.timeout(60_000),
  });
  await response.text();
  return response.status === 200 ? performance.now() - begunAt : Infinity;
};

type Times = Readonly<Record<keyof typeof timed, number[]>>;

const timeCalls = async ({ health, play }: Times, until: number): Promise<void> => {
  const repeat = async (times: number[], call: (typeof timed)[keyof typeof timed]): Promise<void> => {
    while (performance.now() < until) {
      times.push(await timeCall(call));
      await delay(2);
    }
  };
  await Promise.all([repeat(health, timed.health), repeat(play, timed.play)]);
};

/** Starts a flood. Returns the function that ends it. */
const startFlood = async (shape: ShapeName, connections: number): Promise<() => Promise<void>> => {
  const file = new URL('connection-flood.ts', import.meta.url).pathname;
  const args = ['--import', 'tsx', file, String(service.port), String(connections), otherAddress, shape];
  const flood = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(flood.stdout, 'data');
  return async () => {
    flood.stdin.end();
    await once(flood, 'exit');
  };
};

const floodMs = Number(process.env['FLOOD_MS'] ?? 5_000);

const noTimes = (): Times => ({ health: [], play: [] });

/** Prints how much longer the timed calls take during a flood, and the memory of the service. */
const report = (name: string, calm: Times, flooded: Times, memory: number): void => {
  const isOver = memory > maxMemoryMB;
  const rows = (['health', 'play'] as const).map((call) => {
    const [without, during] = [quantile(calm[call], 0.99), quantile(flooded[call], 0.99)];
    if (isOver || !(during - without <= maxDelayMs)) process.exitCode = 1;
    return `${call} ${during.toFixed(1)} ms (without ${without.toFixed(1)})`;
  });
  process.stdout.write(`${name}: 99 % ${rows.join(', ')}; ${memory.toFixed(0)} MB\n`);
};

const measureFlood = async (name: string, shape: ShapeName, connections: number): Promise<void> => {
  const [calm, flooded] = [noTimes(), noTimes()];
  await timeCalls(calm, performance.now() + floodMs);
  const endFlood = await startFlood(shape, connections);
  await timeCalls(flooded, performance.now() + floodMs);
  const memory = memoryMB(service.process.pid ?? 0);
  await endFlood();
  report(name, calm, flooded, memory);
  await delay(1_000);
};

/** A gong that confirms nothing, whose signal is switched while another device floods. */
const gongSocket = createSocket('udp4').bind(0, '127.0.0.1');
await once(gongSocket, 'listening');
const gong = { id: 'gong', protocol: 'udp', host: '127.0.0.1', port: gongSocket.address().port };
const gongLine = { connection: gong.id, on: '1', off: '0', confirm: 'sent' };

/** Writes the demo studio with a device at a port, and the gong. */
const writeStudio = (protocol: CommandedProtocol, port: number): string => {
  const { settings, ...options } = everyProtocol[protocol].options;
  const studio = layoutWith(protocol, { host: '127.0.0.1', port }, { settings: settings ?? {}, ...options });
  const signals = studio.signals.map((signal) =>
    signal.identifier === 'door-lock' ? { ...signal, line: gongLine } : signal,
  );
  const file = join(folder, 'studio.json');
  writeFileSync(file, JSON.stringify({ ...studio, signals, connections: [...(studio.connections ?? []), gong] }));
  return file;
};

/** Measures a service whose device floods it from its first connection on. */
const measureDevice = async (name: string, { protocol, ...flood }: (typeof deviceFloods)[string]): Promise<void> => {
  const device = await floodingDevice({ ...flood });
  const [calm, flooded] = [noTimes(), noTimes()];
  service = await startService('--studio-file', writeStudio(protocol, await freePort()));
  await timeCalls(calm, performance.now() + floodMs);
  await stopService(service);
  service = await startService('--studio-file', writeStudio(protocol, device.port));
  await timeCalls(flooded, performance.now() + floodMs);
  report(name, calm, flooded, memoryMB(service.process.pid ?? 0));
  await stopService(service);
  device.close();
};

await readUntil(performance.now() + 2_000);
if (process.env['FLOODS_ONLY'] === undefined)
  for (const [name, target] of Object.entries(targets)) await measure(name, target);
for (const [name, flood] of Object.entries(floods)) await measureFlood(name, ...flood);
await stopService(service);

timed.play.path = '/api/v2/plain/signals/door-lock/on';
for (const [name, flood] of Object.entries(deviceFloods)) await measureDevice(name, flood);
gongSocket.close();
rmSync(folder, { recursive: true });
