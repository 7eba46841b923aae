// Simulated equipment that was away, and whose port another program has taken meanwhile.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { faceBench, rawClient, type FaceBench } from './face-bench.js';

const host = '127.0.0.1';
const line = { on: 'ON', off: 'OFF' };

let bench: FaceBench;
afterEach(() => bench.close());

/** Another program on a port. Resolves with what ends it. */
const otherServer = async (port: number): Promise<() => Promise<unknown>> => {
  const server = createServer();
  await listenOnLoopback(server, port);
  return () => once(server.close(), 'close');
};

const otherSocket = async (port: number): Promise<() => Promise<unknown>> => {
  const socket = createSocket('udp4').bind(port, host);
  await once(socket, 'listening');
  return () => once(socket.close(), 'close');
};

const sendOverTcp = async (port: number): Promise<void> => {
  const client = await rawClient(port);
  client.send('ON\r\n');
  client.end();
};

const sendOverUdp = (port: number): void => {
  const socket = createSocket('udp4');
  socket.send('ON', port, host, () => socket.close());
};

it.each([
  ['tcp', otherServer, sendOverTcp],
  ['udp', otherSocket, sendOverUdp],
] as const)(
  '%s: equipment whose port is taken when it is back listens at its next change',
  async (protocol, take, send) => {
    bench = await faceBench(protocol, { lines: { 'sig-1': line } });
    const { studio, port } = bench;
    studio.setFault('sig-1', { type: 'offline' });
    const release = await take(port);
    studio.setFault('sig-1', null);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    await release();
    studio.setFault('sig-1', { type: 'duplicate' });
    await eventually('the equipment receives a command', async () => {
      await send(port);
      return studio.commands().length > 0;
    });
    expect(studio.commands()[0]?.command).toEqual({ type: 'switch', on: true });
  },
);
