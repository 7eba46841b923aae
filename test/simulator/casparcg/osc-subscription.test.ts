// OSC of the simulated server: it ends with the subscription, and with the connection of the client.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, it } from 'vitest';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';
import { eventually } from '../../support/eventually.js';
import { casparcgBench, type CasparcgBench } from '../../adapters/playout/casparcg/bench.js';

let bench: CasparcgBench;
let client: RawClient;
let socket: Socket;
let datagrams: number;

beforeEach(async () => {
  datagrams = 0;
  bench = await casparcgBench();
  client = await rawClient(bench.port);
  socket = createSocket('udp4').on('message', () => (datagrams += 1));
  await once(socket.bind(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  socket.close();
  client.end();
  bench.close();
});

const ask = async (verb: 'SUBSCRIBE' | 'UNSUBSCRIBE'): Promise<void> => {
  const before = client.received().length;
  client.send(`OSC ${verb} ${String(socket.address().port)}\r\n`);
  await eventually('the reply', () => client.received().includes(`202 OSC ${verb} OK\r\n`, before));
};

it.each<[string, () => void | Promise<void>]>([
  ['the end of the subscription', () => ask('UNSUBSCRIBE')],
  ['the end of a subscription that was made twice', () => ask('SUBSCRIBE').then(() => ask('UNSUBSCRIBE'))],
  [
    'the end of the connection',
    () => {
      client.end();
    },
  ],
])('OSC arrives until %s', async (_, end) => {
  await ask('SUBSCRIBE');
  await eventually('OSC arrives', async () => {
    await bench.pass(40);
    return datagrams > 0;
  });
  await end();
  await eventually('no more OSC arrives', async () => {
    const before = datagrams;
    await bench.pass(100);
    return datagrams === before;
  });
});
