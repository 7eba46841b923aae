// Probes of equipment whose answers arrive in pieces, as a network may divide them.
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { discoveriesOf, probe } from '../../../../infra/studio-file/probes.js';
import { facePorts } from '../../../../infra/simulated/connection-faces.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { connectionBench } from '../bench.js';
import { everyProtocol, isCommanded } from '../every-protocol.js';

const closing = closedAfterEach();

/** Returns a port behind which every byte of another one arrives by itself. */
const divided = async (port: number): Promise<number> => {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) sockets.push(socket.setNoDelay().on('error', () => undefined));
    near.on('data', (chunk) => far.write(chunk));
    let last = Promise.resolve();
    far.on('data', (chunk) => {
      last = last.then(async () => {
        for (const byte of chunk) {
          near.write(Buffer.of(byte));
          await turn();
        }
      });
    });
  });
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listenOnLoopback(server);
};

/** HTTP has no simulated device that identifies itself. */
const overTcp = discoveriesOf(connectionDrivers).filter(
  ([protocol]) =>
    isCommanded(protocol) && protocol !== 'casparcg' && facePorts[protocol].transport === 'tcp' && protocol !== 'http',
);

it.each(overTcp)('@DISCOVER-5: %s', async (protocol, discovery) => {
  if (!isCommanded(protocol)) throw new Error(`${protocol} is no protocol`);
  const bench = await connectionBench(protocol, everyProtocol[protocol].options);
  closing.push(bench.close);
  const port = await divided(bench.port);
  const { result } = await probe({ protocol, discovery, host: '127.0.0.1', port }, 5_000);
  expect(E.isRight(result)).toBe(true);
});
