// Runs the simulator and the service as two programs with one studio file, connected by AMCP.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPart, type StartedProcess } from '../../features/support/command-line.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const example = readFileSync(new URL('../../infra/studio-file/example-studio.yaml', import.meta.url), 'utf8');

/** Addresses of two players that use the same port, as on two machines. */
const hosts = ['127.0.0.1', '127.0.0.2'] as const;

const freePort = async (port: number, host: string): Promise<number | undefined> => {
  const server = createServer();
  const bound = await new Promise<boolean>((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, host, () => {
      resolve(true);
    });
  });
  const found = bound ? (server.address() as AddressInfo).port : undefined;
  await new Promise((closed) => server.close(closed));
  return found;
};

/** Returns a port that is free on both hosts. */
const commonPort = async (): Promise<number> => {
  for (;;) {
    const port = await freePort(0, hosts[0]);
    if (port !== undefined && (await freePort(port, hosts[1])) !== undefined) return port;
  }
};

/** The addresses of the example's connections. */
const equipment = ['192.168.1.60', '192.168.1.61', '192.168.1.70'];

/** Returns the example with players on a port, and with free ports for its other equipment. */
const studioAt = async (port: number): Promise<string> => {
  const players = example
    .replace('host: 192.168.1.50', `host: ${hosts[0]}, port: ${String(port)}`)
    .replace('host: 192.168.1.51, port: 5250', `host: ${hosts[1]}, port: ${String(port)}`);
  const ports = await Promise.all(equipment.map(() => freePort(0, hosts[0])));
  return equipment.reduce(
    (text, host, index) => text.replace(`host: ${host}`, `host: ${hosts[0]}, port: ${String(ports[index])}`),
    players,
  );
};

let folder: string;
let running: StartedProcess[];

beforeEach(() => {
  folder = temporaryFolder();
  running = [];
});

afterEach(async () => {
  for (const started of running) await started.clear();
});

const start = async (part: string, file: string, ...flags: readonly string[]): Promise<StartedProcess> => {
  const started = await startPart(part, ['--studio-file', file, ...flags], {});
  running.push(started);
  return started;
};

/** Waits for a line on standard output, and returns its first group. */
const outputOf = async ({ output }: StartedProcess, what: RegExp): Promise<string> => {
  await eventually(`${String(what)}; the output is ${JSON.stringify(output())}`, () => what.test(output()[0]));
  return what.exec(output()[0])?.[1] ?? '';
};

const callPlain = async (url: string, path: string): Promise<string> => (await fetch(`${url}/plain${path}`)).text();

interface OutputBody {
  readonly output: { readonly connected: boolean; readonly scenes: readonly { readonly clip: string | null }[] };
}

const playing = async (url: string, slot: string): Promise<readonly [boolean, ...(string | null)[]]> => {
  const { output } = (await (await fetch(`${url}/outputs/${slot}`)).json()) as OutputBody;
  return [output.connected, ...output.scenes.map(({ clip }) => clip)];
};

describe('the simulator and the service as two programs', () => {
  it('play clips, and reconnect after the simulator restarts', { timeout: 90_000 }, async () => {
    const file = join(folder, 'studio.yaml');
    const port = await commonPort();
    writeFileSync(file, await studioAt(port));
    const receiver = createSocket('udp4');
    receiver.bind(0, hosts[0]);
    await once(receiver, 'listening');
    const osc = ['--simulator-osc-port', String(receiver.address().port)];
    const senders = new Set<string>();
    receiver.on('message', (_, { address }) => senders.add(address));

    const simulator = await start('simulator', file, ...osc);
    await outputOf(simulator, new RegExp(`playout-1 \\(casparcg\\) on 127.0.0.1 port ${String(port)} serves out-1`));
    await outputOf(simulator, new RegExp(`playout-2 \\(casparcg\\) on 127.0.0.2 port ${String(port)} serves out-2`));
    const url = await outputOf(await start('service', file, '--host', '127.0.0.1'), /^service +(\S+)/m);
    const connected = async () => (await playing(url, 'main'))[0] && (await playing(url, 'wall'))[0];
    await eventually('both players are connected', connected);

    expect(await callPlain(url, '/outputs/main/clips/1/play')).toBe('OK');
    expect(await callPlain(url, '/outputs/wall/clips/bed/play?scene=left&bank=music')).toBe('OK');
    expect(await playing(url, 'main')).toEqual([true, 'opener']);
    expect(await playing(url, 'wall')).toEqual([true, 'bed', null]);
    await eventually('OSC of both players', () => hosts.every((host) => senders.has(host)));
    receiver.close();

    await simulator.clear();
    await eventually('both players are disconnected', async () => !(await connected()));
    expect(await callPlain(url, '/outputs/main/clips/1/play')).toBe('ERR device_unavailable');

    await start('simulator', file, ...osc);
    await eventually('both players are connected again', connected);
    expect(await playing(url, 'main')).toEqual([true, null]);
    expect(await playing(url, 'wall')).toEqual([true, null, null]);
    expect(await callPlain(url, '/outputs/main/clips/3/play')).toBe('OK');
    expect(await playing(url, 'main')).toEqual([true, 'weather']);
  });
});
