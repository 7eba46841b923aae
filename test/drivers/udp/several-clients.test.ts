// Simulated equipment over UDP with several clients: each gets the answers to its own datagrams, and the last one the reports.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { faceBench, type FaceBench } from '../face-bench.js';
import { lineOf } from '../text/templates.js';

interface Client {
  readonly socket: Socket;
  readonly received: string[];
}

let bench: FaceBench;
const clients: Client[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.close();
  await bench.close();
});

const connected = async (): Promise<Client> => {
  const socket = createSocket('udp4');
  const received: string[] = [];
  clients.push({ socket, received });
  socket.on('message', (datagram) => received.push(datagram.toString()));
  socket.connect(bench.port, '127.0.0.1');
  await once(socket, 'connect');
  return { socket, received };
};

it('an answer goes to the client that has sent the command, also if another one has sent something since', async () => {
  bench = await faceBench('udp', { lines: { 'sig-1': lineOf('udp', 1), 'sig-2': lineOf('udp', 2) } });
  const [first, second] = [await connected(), await connected()];
  first.socket.send('RELAY 1 ON');
  await eventually('the command arrives', () => bench.studio.commands().length === 1);
  second.socket.send('RELAY 2?');
  await bench.passUntil('both answers', () => first.received.length > 0 && second.received.length > 0);
  expect([first.received, second.received]).toEqual([['OK'], ['RELAY 2 = 0']]);
});

/** Sends datagrams, which then are in the equipment's socket. */
const send = async ({ socket }: Client, ...texts: readonly string[]): Promise<void> => {
  for (const text of texts)
    await new Promise((sent) => {
      socket.send(text, sent);
    });
};

it('each client gets all its answers in their order, although another one has sent something last', async () => {
  const settings = { probe: { send: 'THERE?', match: 'READY' } };
  bench = await faceBench('udp', { settings, lines: { 'sig-1': lineOf('udp', 1), 'sig-2': lineOf('udp', 2) } });
  const [first, second] = [await connected(), await connected()];
  await send(first, 'RELAY 1 ON', 'RELAY 2?', 'THERE?', 'RELAY 2 ON');
  await send(second, 'RELAY 2?');
  await bench.passUntil('all answers', () => first.received.length > 3 && second.received.length > 0);
  expect([first.received, second.received]).toEqual([['OK', 'RELAY 2 = 0', 'READY', 'OK'], ['RELAY 2 = 0']]);
});

it('a message that several devices understand is carried out and answered by each of them', async () => {
  const line = (number: number) => ({ ...lineOf('udp', number), on: 'ALL ON', accepted: `OK ${String(number)}` });
  bench = await faceBench('udp', { lines: { 'sig-1': line(1), 'sig-2': line(2) } });
  const client = await connected();
  await send(client, 'ALL ON');
  await bench.passUntil('both answers', () => client.received.length > 1);
  expect(client.received).toEqual(['OK 1', 'OK 2']);
});

it.each(['sig-1', 'sig-2'])('the equipment is away as long as one of its devices is: %s', async (device) => {
  bench = await faceBench('udp', { lines: { 'sig-1': lineOf('udp', 1), 'sig-2': lineOf('udp', 2) } });
  const client = await connected();
  let refused = 0;
  client.socket.on('error', () => (refused += 1));
  bench.studio.setFault(device, { type: 'offline' });
  await eventually('nothing listens', () => {
    client.socket.send('RELAY 1?');
    return refused > 0;
  });
  bench.studio.setFault(device, null);
  await eventually('the answer', () => {
    client.socket.send('RELAY 2?');
    return client.received.length > 0;
  });
  expect(new Set(client.received)).toEqual(new Set(['RELAY 2 = 0']));
});

it('a report goes to the client that has sent something last', async () => {
  const line = { on: 'ON', off: 'OFF', state: { on: 'IS ON', off: 'IS OFF' } };
  bench = await faceBench('udp', { lines: { 'sig-1': line } });
  const [first, second] = [await connected(), await connected()];
  for (const [client, text] of [
    [first, 'ON'],
    [second, 'OFF'],
  ] as const) {
    client.socket.send(text);
    await bench.passUntil('the report', () => client.received.includes(`IS ${text}`));
  }
  expect([first.received, second.received]).toEqual([['IS ON'], ['IS OFF']]);
});
