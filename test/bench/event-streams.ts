// Measures 500 event streams, one of them stalled: how soon the others receive a change, how much memory the stalled one
// takes until it is dropped, and how soon a revoked device's streams end. The baseline is the response to the same call.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { token } from '../domain/fixtures.js';
import { quantile } from './speed/statistics.js';

const listenerCount = Number(process.env['LISTENERS'] ?? 500);
const changes = Number(process.env['CHANGES'] ?? 50);
/** The most streams that one address or device may have. */
const streamsPerCaller = 32;

interface HostReport {
  readonly port: number;
  readonly memory: number;
  readonly streams: number;
}

const args = ['--expose-gc', '--import', 'tsx', new URL('streams-host.ts', import.meta.url).pathname];
const host = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
const nextReport = async (): Promise<HostReport> => JSON.parse(String((await lines.next()).value)) as HostReport;
const send = (command: string): Promise<HostReport> => {
  host.stdin.write(`${command}\n`);
  return nextReport();
};

const { port } = await nextReport();

interface Listener {
  readonly socket: Socket;
  received: string;
  isOver: boolean;
}

/** Opens a stream from a loopback address, as the host itself or as a device behind a proxy. */
const listen = async (localAddress: string, headers = ''): Promise<Listener> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  await once(socket, 'connect');
  const listener: Listener = { socket, received: '', isOver: false };
  socket.on('data', (chunk) => {
    listener.received += chunk.toString('latin1');
    if (listener.received.endsWith('0\r\n\r\n')) listener.isOver = true;
  });
  socket.on('close', () => (listener.isOver = true)).on('error', () => undefined);
  socket.write(`GET /api/v2/events HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);
  while (!listener.received.includes('event: reset')) await delay(1);
  return listener;
};

const addressOf = (at: number): string => `127.0.1.${String(1 + Math.floor(at / streamsPerCaller))}`;
const asDevice = `Via: 1.1 proxy\r\nAuthorization: Bearer ${token(1)}\r\n`;

/** Returns a quantile as text, in milliseconds. */
const at = (values: readonly number[], part: number): string => quantile(values, part).toFixed(1);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const set = async (variable: string, value: string): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v2/variables/${variable}/set?value=${value}`);
  if (answer.status !== 200) throw new Error(await answer.text());
};

/** Measures the time from the call to its event, for each listener, and to its response, for the caller. */
const timeOne = async (listeners: readonly Listener[], value: number) => {
  for (const listener of listeners) listener.received = '';
  const mark = `"GuestCount","type":"NUMBER","value":${String(value)}}`;
  const begunAt = performance.now();
  const tookMs = listeners.map(
    ({ socket }, at) =>
      new Promise<number>((resolve) => {
        const check = (): void => {
          if (listeners[at]?.received.includes(mark) !== true) return;
          socket.off('data', check);
          resolve(performance.now() - begunAt);
        };
        socket.on('data', check);
      }),
  );
  await set('GuestCount', String(value));
  const answeredMs = performance.now() - begunAt;
  return { answeredMs, receivedMs: await Promise.all(tookMs) };
};

const before = await send('collect');
const others = await Promise.all(
  Array.from({ length: listenerCount - streamsPerCaller - 1 }, (_, at) => listen(addressOf(at))),
);
const ofDevice = await Promise.all(Array.from({ length: streamsPerCaller }, () => listen('127.0.0.1', asDevice)));
const stalled = await listen('127.0.2.1');
stalled.socket.pause();
const opened = await send('collect');
print(
  `${String(opened.streams)} streams: ${((opened.memory - before.memory) / opened.streams / 1_024).toFixed(0)} KiB each`,
);

const [answered, received]: [number[], number[]] = [[], []];
for (let change = 1; change <= changes; change += 1) {
  const { answeredMs, receivedMs } = await timeOne([...others, ...ofDevice], change);
  answered.push(answeredMs);
  received.push(...receivedMs);
}
const figures = `received after ${at(received, 0.5)} ms (median), ${at(received, 0.99)} ms (99 %)`;
print(`${figures}, ${at(received, 1)} ms (all); answered after ${at(answered, 0.5)} ms (median)`);

// Floods the stalled stream. Only a few other listeners are left, so that they don't affect the figures.
for (const { socket } of others.slice(8)) socket.destroy();
const [calm, page] = [await send('collect'), 'x'.repeat(4_000)];
let [peak, floods] = [0, 0];
const isDropped = async (): Promise<boolean> => {
  const { memory, streams } = await send('now');
  peak = Math.max(peak, memory);
  return streams <= 8 + streamsPerCaller;
};
while (!(await isDropped()) && floods < 20_000) {
  await Promise.all(Array.from({ length: 20 }, (_, at) => set('Headline', `${page}${String(floods + at)}`)));
  for (const listener of [...others, ...ofDevice]) listener.received = '';
  floods += 20;
}
const sentMib = (floods * page.length) / 2 ** 20;
const growthMib = (peak - calm.memory) / 2 ** 20;
print(
  `the stalled stream was dropped after ${sentMib.toFixed(1)} MiB; the service's memory rose by ${growthMib.toFixed(1)} MiB at most`,
);

const revokedAt = performance.now();
await send('revoke');
while (!ofDevice.every(({ isOver }) => isOver)) await delay(1);
print(
  `${String(streamsPerCaller)} streams of the revoked device ended after ${(performance.now() - revokedAt).toFixed(1)} ms`,
);

host.stdin.write('end\n');
for (const { socket } of [...others, ...ofDevice, stalled]) socket.destroy();
await once(host, 'exit');
