// What a probe leaves behind, of every driver that has one: no connection and no timer, whether it was answered or not.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { discoveriesOf } from '../../../../infra/studio-file/probes.js';
import { manualClock } from '../../../../simulator/clock.js';
import { settleSockets } from '../advance-clock.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { listenOnLoopback } from '../../../support/loopback.js';

const closing = closedAfterEach();

/** A peer at a port of TCP and UDP that answers everything by the same text, or nothing. */
const peer = async (answer: string | undefined) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.on('data', () => void (answer !== undefined && socket.write(answer)));
  });
  const port = await listenOnLoopback(server);
  const datagrams = createSocket('udp4');
  let received = 0;
  datagrams.on('message', (_, from) => {
    received += 1;
    if (answer !== undefined) datagrams.send(answer, from.port, from.address);
  });
  await once(datagrams.bind(port, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    datagrams.close();
  });
  return { port, sockets, isAsked: () => received > 0 || sockets.some(({ bytesRead }) => bytesRead > 0) };
};

const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\np1';

/** The connection that `fetch` keeps after a probe for http is Node's own. */
const probes = discoveriesOf(connectionDrivers).filter(([protocol]) => protocol !== 'http');

describe.each(probes)('a probe for %s', (_, { probe }) => {
  it.each([
    ['answers', page],
    ['is silent', undefined],
  ])('leaves nothing behind at equipment that %s', async (_does, answer) => {
    const { port, sockets, isAsked } = await peer(answer);
    const clock = manualClock();
    const controller = new AbortController();
    const results: E.Either<string, unknown>[] = [];
    const asked = probe({ host: '127.0.0.1', port }, { clock, signal: controller.signal })
      .catch(() => E.left('failed'))
      .then((result) => void results.push(result));
    await expect.poll(() => results.length > 0 || isAsked() || sockets.length > 0).toBe(true);
    for (let round = 0; round < 5; round += 1) await settleSockets();
    if (results.length === 0) controller.abort();
    await asked;
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
    await clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });
});
