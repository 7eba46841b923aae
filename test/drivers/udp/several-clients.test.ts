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
