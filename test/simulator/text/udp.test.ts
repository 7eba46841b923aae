// Simulated equipment that takes datagrams, and whose device has lost an answer: there is no connection to renew.
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type FaceBench, faceBench } from '../../adapters/drivers/face-bench.js';
import { lineOf } from '../../adapters/drivers/shared/templates/templates.js';
import { eventually } from '../../support/eventually.js';

it('equipment whose device has lost an answer answers what is sent later', async () => {
  const bench = await faceBench('udp', { lines: { 'sig-1': lineOf('udp', 1) } });
  const client = createSocket('udp4');
  try {
    client.connect(bench.port, '127.0.0.1');
    await once(client, 'connect');
    const answers: string[] = [];
    client.on('message', (datagram) => answers.push(datagram.toString()));
    bench.studio.setFault('sig-1', { type: 'lost', commands: 1 });
    client.send('RELAY 1 ON');
    await bench.passUntil('the device executes it', () => bench.studio.commands()[0]?.outcome === 'executed');
    client.send('RELAY 1?');
    await eventually('the answer', () => answers.length > 0);
    expect(answers).toEqual(['RELAY 1 = 0']);
    client.send('RELAY 1 OFF');
    await bench.passUntil('both commands are answered', () => answers.length > 2);
    expect(answers.slice(1).toSorted()).toEqual(['OK', 'OK']);
  } finally {
    client.close();
    await bench.close();
  }
});

describe('simulated equipment over UDP with several clients', () => {
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
});
