// Probes of the drivers, when what listens at the address isn't their equipment.
import { createSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { Discovery } from '../../../../application/connections/discovery.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { discoveriesOf, probe, probeAll } from '../../../../infra/studio-file/probes.js';
import { seededRandom } from '../../../../simulator/random.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { freePort, listenOnLoopback } from '../../../support/loopback.js';

const all = discoveriesOf(connectionDrivers);

const closers = closedAfterEach();

/** Runs `answer` once a client has sent something. */
const answering =
  (answer: (socket: Socket) => unknown) =>
  (socket: Socket, chunk?: Buffer): void => {
    if (chunk !== undefined) answer(socket);
  };

const tcpPeer = async (behave: (socket: Socket, chunk?: Buffer) => unknown): Promise<number> => {
  const server: Server = createServer((socket) => {
    closers.push(() => socket.destroy());
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        behave(socket, chunk);
      });
    behave(socket);
  });
  closers.push(() => void server.close());
  return listenOnLoopback(server);
};

/**
 * Answers every datagram by these bytes, on the port that a TCP peer has. Resolves with whether the port was free: another program
 * may have it for UDP.
 */
const udpPeer = async (port: number, answer: () => Buffer): Promise<boolean> => {
  const socket = createSocket('udp4');
  closers.push(() => socket.close());
  socket.on('message', (_, from) => {
    socket.send(answer(), from.port, from.address);
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('error', () => {
    resolve(false);
  });
  socket.bind(port, '127.0.0.1', () => {
    resolve(true);
  });
  return promise;
};

const results = async (port: number, timeoutMs = 400) => {
  const candidates = all.map(([protocol, discovery]) => ({ protocol, discovery, host: '127.0.0.1', port }));
  const probed = await Promise.all(candidates.map((candidate) => probe(candidate, timeoutMs)));
  return probed.filter(({ result }) => E.isRight(result)).map(({ protocol }) => protocol);
};

describe('@DISCOVER-6: a probe finds nothing', () => {
  it('where nothing listens', async () => {
    expect(await results(await freePort())).toEqual([]);
  });

  const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>';

  it.each<[string, (socket: Socket, chunk?: Buffer) => unknown]>([
    ['never answers', () => undefined],
    ['hangs up', (socket) => socket.end()],
    ['echoes', (socket, chunk) => chunk !== undefined && socket.write(chunk)],
    ['is a web server', answering((socket) => socket.end(page))],
    [
      'sends without end',
      (socket, chunk) => {
        if (chunk !== undefined) return;
        const more = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 'x')));
        };
        socket.on('drain', more);
        more();
      },
    ],
  ])('at a peer that %s', async (_, behave) => {
    expect(await results(await tcpPeer(behave))).toEqual([]);
  });

  it('at peers that send random bytes', async () => {
    const random = seededRandom(7);
    const bytes = (): Buffer => Buffer.from(Array.from({ length: 60 }, () => random.between(0, 255)));
    for (let round = 0; round < 20; round += 1) {
      const peer = answering((socket) => socket.write(bytes()));
      let port = await tcpPeer(peer);
      while (!(await udpPeer(port, bytes))) port = await tcpPeer(peer);
      expect(await results(port, 100)).toEqual([]);
    }
  });
});

describe('@DISCOVER-5: a Shelly', () => {
  const shelly = async (answer: object) => {
    const body = JSON.stringify(answer);
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\n\r\n`;
    const port = await tcpPeer(answering((socket) => socket.end(head + body)));
    const { discovery } = connectionDrivers.http;
    if (discovery === undefined) throw new Error('no discovery');
    return (await probe({ protocol: 'http', discovery, host: '127.0.0.1', port })).result;
  };

  it.each([
    ['of the first generation', { type: 'SHSW-25', mac: '84CCA8A1B2C3', auth: false }, 'the Shelly SHSW-25', undefined],
    [
      'of a later generation, with a password',
      { id: 'shellyplus1-a8032abe54dc', mac: 'A8032ABE54DC', gen: 2, auth_en: true },
      'the Shelly shellyplus1-a8032abe54dc',
      ['it requires a password: add username and passwordFile'],
    ],
  ])('%s identifies itself', async (_, answer, description, notes) => {
    expect(await shelly(answer)).toEqual(E.right({ description, ...(notes && { notes }) }));
  });

  it.each([
    [{ type: 'printer' }],
    [{ type: 'a\u001b[31m', mac: '84CCA8A1B2C3' }],
    [{ gen: 2, id: 'x'.repeat(65), mac: '84CCA8A1B2C3' }],
  ])('is not %j', async (answer) => {
    expect(await shelly(answer)).toEqual(E.left('is no Shelly: it does not identify itself at /shelly'));
  });
});

describe('many addresses', () => {
  it('@DISCOVER-7: are probed 16 at once at most, and their results keep their order', async () => {
    let [running, most] = [0, 0];
    const discovery: Discovery = {
      port: 1,
      probe: async ({ port }) => {
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        return E.left(String(port));
      },
    };
    const ports = Array.from({ length: 100 }, (_, port) => port);
    const probed = await probeAll(ports.map((port) => ({ protocol: 'http', discovery, host: '127.0.0.1', port })));
    expect(probed.map(({ result }) => result)).toEqual(ports.map((port) => E.left(String(port))));
    expect(most).toBe(16);
  });
});
