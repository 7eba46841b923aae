// The socket to a broker: its default ports, and the name that it requests by TLS.
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { ReceiveBudget } from '../../../../application/connections/receive-budget.js';
import { manualClock } from '../../../../simulator/clock.js';
import { brokerSocket } from '../../../../adapters/drivers/mqtt/broker-socket.js';
import { listenOnLoopback } from '../../../support/loopback.js';

it.each([
  ['localhost', ['localhost']],
  ['127.0.0.1', []],
])('TLS requests the name of the host, but no address: %s', async (host, expected) => {
  const names: string[] = [];
  const server = createServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error('it has no certificate'));
    },
  });
  const port = await listenOnLoopback(server);
  const socket = brokerSocket({ host, port, tls: { ca: undefined } }, new ReceiveBudget({ clock: manualClock() })).on(
    'error',
    () => undefined,
  );
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  server.close();
  expect(names).toEqual(expected);
});
