// Measures how soon an automation reacts: from the report of a device to the first command at another, both over TCP. The
// baseline is the same command by a call: from its request to the command. Fails above the limits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeFlags } from './speed/service.js';

const count = Number(process.env['REACTIONS'] ?? 1_000);

/** Microphones that report in turn: an automation that is triggered more than 20 times within 10 s would pause itself. */
const microphones = Array.from({ length: Math.ceil(count / 20) }, (_, at) => `mic${String(at)}`);

/** The longest reactions, in milliseconds. */
const limits = { median: 5, at99: 20 };

/** Lines that report their changes: microphones, and a lamp that is switched. */
const equipment = async () => {
  let lamp = 0;
  let socket: Socket | undefined;
  let arrived: ((atMs: number) => void) | undefined;
  const server = createServer((peer) => {
    socket = peer;
    peer.setNoDelay().on('error', () => undefined);
    peer.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const [, on] = /^lamp ([01])$/.exec(line) ?? [];
        if (on !== undefined) arrived?.(performance.now());
        if (on !== undefined) lamp = Number(on);
        if (on === undefined) for (const name of microphones) peer.write(`${name}=0\r\n`);
        peer.write(`lamp=${String(lamp)}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    report: (on: boolean, turn: number): void => {
      const name = microphones[Math.floor(turn / 2) % microphones.length] ?? '';
      socket?.write(`${name}=${String(Number(on))}\r\n`);
    },
    /** Resolves with the time at which the next command has arrived. */
    command: () =>
      new Promise<number>((done) => {
        arrived = done;
      }),
    close: () => {
      socket?.destroy();
      server.close();
    },
  };
};

const line = (name: string, switched: boolean) => ({
  connection: 'box',
  ...(switched && { on: `${name} 1`, off: `${name} 0` }),
  state: { on: `${name}=1`, off: `${name}=0` },
});

const follow = (name: string, on: boolean) => ({
  id: `${name}-${String(on)}`,
  station: 'alpha',
  name,
  autostart: true,
  trigger: { signal: { signal: name, on } },
  steps: [{ switch: { signal: 'lamp', on } }],
});

const studio = (port: number) => ({
  ...{ serverId: 'server-0123456789', id: 'studio-0123456789', name: 'Bench', status: 'off_air', holder: 'alpha' },
  ...{
    activeBank: 'main',
    stations: [{ id: 'alpha', name: 'Alpha' }],
    cameras: [],
    outputs: [],
    variables: [],
    macros: [],
  },
  banks: [{ key: 'main', name: 'Main', clips: [] }],
  connections: [{ id: 'box', protocol: 'tcp', host: '127.0.0.1', port, opening: ['state'] }],
  signals: [
    ...microphones.map((name) => ({ id: name, identifier: name, name, line: line(name, false) })),
    { id: 'lamp', identifier: 'lamp', name: 'Lamp', line: line('lamp', true) },
  ],
  automations: microphones.flatMap((name) => [follow(name, true), follow(name, false)]),
});

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

const folder = mkdtempSync(join(tmpdir(), 'studio-control-reactions-'));
const box = await equipment();
writeFileSync(join(folder, 'studio.json'), JSON.stringify(studio(box.port)));
const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const flags = ['--port', '0', '--host', '127.0.0.1', '--data-dir', join(folder, 'data'), '--log-level', 'error'];
const child = spawn(
  process.execPath,
  [...nodeFlags, main, 'service', '--studio-file', join(folder, 'studio.json'), ...flags],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(printed.toString())?.[0] ?? '';
  await delay(2_000);
  const measured = async (begin: (on: boolean, turn: number) => unknown): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const command = box.command();
      const beganAtMs = performance.now();
      const begun = begin(turn % 2 === 0, turn);
      times.push((await command) - beganAtMs);
      await begun;
      await delay(5);
    }
    return times;
  };
  const call = (on: boolean) => fetch(`${url}/signals/lamp/${on ? 'on' : 'off'}`, { method: 'POST' });
  const calls = await measured(call);
  await delay(1_000);
  const reactions = await measured(box.report);
  const [median, at99] = [at(reactions, 0.5), at(reactions, 0.99)];
  const ratio = (median / at(calls, 0.5)).toFixed(2);
  console.log(
    `${String(count)} reactions: median ${median.toFixed(2)} ms, 99 % within ${at99.toFixed(2)} ms; ${ratio} times a call`,
  );
  if (median > limits.median || at99 > limits.at99) {
    console.error(`expected at most ${String(limits.median)} ms and ${String(limits.at99)} ms`);
    process.exitCode = 1;
  }
} finally {
  child.kill('SIGKILL');
  box.close();
  rmSync(folder, { recursive: true, force: true });
}
