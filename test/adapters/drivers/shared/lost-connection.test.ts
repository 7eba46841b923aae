// When a TCP connection is opened again, and that it isn't once it is closed for good.
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { TcpLink } from '../../../../adapters/drivers/shared/tcp-link.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';

it('a connection is opened again half a second after each loss, until it is closed for good', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).destroy());
  onTestFinished(() => void server.close());
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  let [connections, losses] = [0, 0];
  const link = new TcpLink(
    { host: '127.0.0.1', port },
    { id: 'equipment', clock, log: silent },
    { connected: () => (connections += 1), lost: () => (losses += 1) },
  );
  onTestFinished(() => {
    link.close();
  });
  for (const attempts of [1, 2, 3]) {
    await eventually('it is lost', () => losses === attempts && clock.waiting() === 1);
    await clock.advance(499);
    expect([connections, clock.waiting()]).toEqual([attempts, 1]);
    if (attempts < 3) await clock.advance(1);
  }
  link.close();
  expect([connections, losses, clock.waiting()]).toEqual([3, 3, 0]);
});
