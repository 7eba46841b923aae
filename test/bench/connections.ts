// Measures how soon others are answered while one address opens 16,000 connections to the service and to the console.
// Servers, flood and timed calls are three processes. The flood comes from 127.0.0.2, which counts as a foreign address
// here; only 127.0.0.1 is the host itself. The same calls without a flood are the baseline.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { takePrecedence } from './priority.js';
import { quantile } from './speed/statistics.js';

const connections = Number(process.env['CONNECTIONS'] ?? 16_000);
const calls = Number(process.env['CALLS'] ?? 200);
const rounds = Number(process.env['ROUNDS'] ?? 1);
const wantedMs = 100;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A process that prints lines. */
interface Started {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: Interface;
  /** Resolves with the next line. */
  readonly nextLine: () => Promise<string>;
}

const start = (file: string, args: readonly string[] = []): Started => {
  const path = new URL(file, import.meta.url).pathname;
  const started = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: started.stdout });
  return { process: started, lines, nextLine: async () => ((await once(lines, 'line')) as [string])[0] };
};

/** A server to measure, and its calls. */
interface Target {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** Credentials of the known address, as a header. */
  readonly header: string;
  /** The stream that is pushed to, and the call that makes the server push; for the console. */
  readonly link?: { readonly stream: string; readonly change: string; readonly operator: string };
}

const request = (method: string, path: string, header: string, body = ''): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Via: 1.1 proxy',
    header,
    'Connection: close',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${String(body.length)}`]),
    '',
    body,
  ].join('\r\n');

/** Makes one call over a new connection. Resolves with its duration in milliseconds; NaN when it is not answered 200. */
const timeCall = ({ port, path }: Target, localAddress: string, header: string): Promise<number> =>
  new Promise((resolve) => {
    const begunAt = performance.now();
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(NaN);
    });
    socket.once('data', (chunk) => {
      resolve(chunk.toString('latin1').startsWith('HTTP/1.1 200 ') ? performance.now() - begunAt : NaN);
      socket.destroy();
    });
    socket.setTimeout(5_000, () => socket.destroy());
    socket.write(request('GET', path, header) + '\r\n');
  });

/** An open stream of the console, as the service holds one. */
interface Link {
  /** Changes the configuration at the console. Resolves with the milliseconds until the stream has it. */
  readonly timePush: () => Promise<number>;
  readonly close: () => void;
}

const openLink = async ({ port, header, link }: Target): Promise<Link | undefined> => {
  if (link === undefined) return undefined;
  const { stream, change, operator } = link;
  const open = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3', noDelay: true });
  open.on('error', () => undefined);
  open.write(request('GET', stream, header) + '\r\n');
  await once(open, 'data');
  let isOn = true;
  const push = (resolve: (ms: number) => void): void => {
    const begunAt = performance.now();
    isOn = !isOn;
    const onData = (chunk: Buffer): void => {
      if (!chunk.includes('event: configuration')) return;
      open.off('data', onData);
      resolve(performance.now() - begunAt);
    };
    open.on('data', onData);
    const body = JSON.stringify({
      apiEnabled: true,
      accessWithoutToken: 'off',
      listedDevices: [],
      legacyAuthorization: isOn,
    });
    const changing = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1', noDelay: true });
    changing.on('error', () => undefined).resume();
    changing.write(request('PUT', change, operator, body));
    setTimeout(resolve, 5_000, NaN).unref();
  };
  return {
    timePush: () => (open.destroyed ? Promise.resolve(NaN) : new Promise(push)),
    close: () => open.destroy(),
  };
};

/** Durations of calls, by who made them. */
type Times = ReadonlyMap<string, readonly number[]>;

const timeCalls = async (target: Target, link: Link | undefined): Promise<Times> => {
  const times = new Map<string, number[]>();
  const add = async (who: string, ms: Promise<number>): Promise<void> => {
    times.set(who, [...(times.get(who) ?? []), await ms]);
  };
  for (let at = 0; at < calls; at += 1) {
    await add('the host itself', timeCall(target, '127.0.0.1', target.header));
    await add('an address that has authenticated', timeCall(target, '127.0.0.3', target.header));
    await add('another address', timeCall(target, '127.0.0.4', target.header));
    if (link !== undefined) await add("the console's link", link.timePush());
    await delay(5);
  }
  return times;
};

/** Counts of connections that the kernel dropped because a backlog was full. */
const dropped = (): { readonly overflows: number; readonly drops: number } => {
  const [names = [], values = []] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((row) => row.startsWith('TcpExt:'))
    .map((row) => row.split(' '));
  const valueOf = (name: string): number => Number(values[names.indexOf(name)]);
  return { overflows: valueOf('ListenOverflows'), drops: valueOf('ListenDrops') };
};

const report = (baseline: Times, flooded: Times): void => {
  for (const [who, times] of flooded) {
    const [base, all] = [baseline.get(who) ?? [], times].map((list) => list.filter((ms) => !Number.isNaN(ms))) as [
      number[],
      number[],
    ];
    const inTime = all.filter((ms) => ms <= wantedMs).length;
    const at = (part: number): string => {
      const [own, without] = [quantile(all, part), quantile(base, part)];
      return `${own.toFixed(1)} ms (without ${without.toFixed(1)}, ${(own / without).toFixed(1)} times)`;
    };
    print(`  ${who}: ${String(inTime)} of ${String(times.length)} within ${String(wantedMs)} ms`);
    print(`    median ${at(0.5)}; 99 % ${at(0.99)}; worst ${at(1)}`);
  }
};

/** Floods a target while calls are timed. */
const timeUnderFlood = async (target: Target, shape: string, link: Link | undefined): Promise<Times> => {
  const flood = start('connection-flood.ts', [String(target.port), String(connections), '127.0.0.2', shape]);
  await flood.nextLine();
  await delay(1_000);
  const [before, begunAt] = [dropped(), performance.now()];
  const times = await timeCalls(target, link);
  const [after, seconds] = [dropped(), (performance.now() - begunAt) / 1_000];
  flood.process.stdin.write('\n');
  const counted = JSON.parse(await flood.nextLine()) as { opened: number; closed: number };
  flood.process.stdin.end();
  await once(flood.process, 'exit');
  print(`${target.name}, one address, ${String(connections)} connections, shape ${shape}, ${seconds.toFixed(1)} s:`);
  print(`  opened ${String(counted.opened)}, of which closed ${String(counted.closed)}`);
  print(
    `  backlog: ${String(after.overflows - before.overflows)} overflows, ${String(after.drops - before.drops)} drops`,
  );
  return times;
};

const measure = async (target: Target): Promise<void> => {
  const link = await openLink(target);
  await timeCalls(target, link);
  for (const shape of ['hold', 'reconnect']) {
    const baseline = await timeCalls(target, link);
    report(baseline, await timeUnderFlood(target, shape, link));
    await delay(2_000);
  }
  link?.close();
};

const host = start('connections-host.ts');
if (!takePrecedence()) print('not run as root: the flood takes time from the server and from the timed calls');
const targets = JSON.parse(await host.nextLine()) as readonly Target[];
for (let round = 0; round < rounds; round += 1) for (const target of targets) await measure(target);
host.process.kill();
