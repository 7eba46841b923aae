// Measures how soon others are answered while one address opens 16,000 connections to the service and to the console.
// The flood comes from 127.0.0.2, which counts as a foreign address here; only 127.0.0.1 is the host itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

const flood = Number(process.env['CONNECTIONS'] ?? 16_000);
const calls = Number(process.env['CALLS'] ?? 200);
const wantedMs = 100;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const args = ['--import', 'tsx', new URL('connections-host.ts', import.meta.url).pathname];
const host = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];

interface Target {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** Credentials of the known address, as a header. */
  readonly header: string;
}

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
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nVia: 1.1 proxy\r\n${header}\r\nConnection: close\r\n\r\n`);
  });

/** Keeps so many connections open, and opens a new one for each that is closed. Returns the function that stops it. */
const startFlood = ({ port }: Target): (() => void) => {
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = (): void => {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(open, 1_000);
    });
  };
  for (let at = 0; at < flood; at += 1) setTimeout(open, at / 8);
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
};

const report = (who: string, tookMs: readonly number[]): void => {
  const answered = tookMs.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b);
  const inTime = answered.filter((ms) => ms <= wantedMs).length;
  const at = (part: number): string => (answered[Math.floor((answered.length - 1) * part)] ?? NaN).toFixed(1);
  const share = `${String(inTime)} of ${String(tookMs.length)} calls answered within ${String(wantedMs)} ms`;
  print(`  ${who}: ${share}; ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(1)} ms (all)`);
};

const measure = async (target: Target): Promise<void> => {
  await timeCall(target, '127.0.0.3', target.header);
  const stop = startFlood(target);
  const tookMs: Record<'host' | 'known' | 'other', number[]> = { host: [], known: [], other: [] };
  await new Promise((resolve) => setTimeout(resolve, flood / 8));
  for (let at = 0; at < calls; at += 1) {
    tookMs.host.push(await timeCall(target, '127.0.0.1', target.header));
    tookMs.known.push(await timeCall(target, '127.0.0.3', target.header));
    tookMs.other.push(await timeCall(target, '127.0.0.4', target.header));
  }
  stop();
  print(`${target.name}, while one address opens ${String(flood)} connections:`);
  report('the host itself', tookMs.host);
  report('an address that has authenticated', tookMs.known);
  report('another address', tookMs.other);
};

for (const target of JSON.parse(line) as readonly Target[]) await measure(target);
host.kill();
