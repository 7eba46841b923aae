// Programs that may open few descriptors: one address does not take all of them.
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

let folder: string;
let child: ChildProcess | undefined;
const sockets: Socket[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  if (child?.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  child = undefined;
});

/** Starts a part that may open 1,024 descriptors. Returns its output so far. */
const startPart = (part: string, ...flags: readonly string[]): (() => string) => {
  let output = '';
  const started = spawn(
    'sh',
    ['-c', 'ulimit -n 1024 && exec "$@"', 'sh', process.execPath, main, part, '--data-dir', folder, ...flags],
    { env: { ...process.env, DEVICES: 'simulated' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child = started;
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
};

/** Opens a connection, which the other side may close. */
const open = async (port: number, localAddress: string): Promise<void> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  sockets.push(socket);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
};

describe.each([
  ['service', ['--port', '0', '--host', '127.0.0.1'], '/api/v2/health', /"wanted":8192|wanted[=: ]+8192/],
  ['console', ['--console-port', '0', '--console-host', '127.0.0.1'], '/', /"wanted":40960|wanted[=: ]+40960/],
])('a %s that may open 1,024 descriptors', (part, flags, path, wanted) => {
  it('@CONN-5: warns, and answers while another address opens more connections', async () => {
    const output = startPart(part, ...flags);
    const address = new RegExp(`^${part} +http://[^:/]+:(\\d+)`, 'm');
    await eventually(`the ${part}`, () => address.test(output()));
    const port = Number(address.exec(output())?.[1]);
    for (let at = 0; at < 1_200; at += 1) await open(port, '127.0.0.2');
    expect((await fetch(`http://127.0.0.1:${String(port)}${path}`)).status).toBe(200);
    expect(output().match(/fewer connections are accepted/g)).toHaveLength(1);
    expect(output()).toMatch(wanted);
    expect(output()).toMatch(/LimitNOFILE/);
  });
});
