// A display over TCP that takes nothing for a while: when it counts as lost, and what it gets afterwards.
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openTslLink } from '../../../adapters/drivers/tsl/tsl.js';
import type { TallyLink } from '../../../application/ports/tally-displays.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** More than the buffers of a connection hold. */
const displays = (label: string) =>
  Array.from({ length: 60_000 }, (_, index) => ({ index, tally: 'off' as const, label: label.repeat(60) }));

it('that reads again within 5 s stays connected, and shows the newest', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.pause().on('error', () => undefined)));
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  const states: boolean[] = [];
  const connected = (isConnected: boolean): void => void states.push(isConnected);
  const address = { id: 'wall', host: '127.0.0.1', port, transport: 'tcp', screen: 0, brightness: 3 } as const;
  const link: TallyLink = openTslLink(address, { clock, log: silent, connected });
  closing.push(
    () => server.close(),
    () => {
      for (const socket of sockets) socket.destroy();
    },
    link.close,
  );
  await eventually('it is connected', () => states.length === 1);
  for (const label of ['a', 'b', 'c']) link.send(displays(label));
  await clock.advance(4_900);
  expect(states).toEqual([true]);
  let last = '';
  sockets[0]
    ?.setEncoding('latin1')
    .on('data', (text) => (last = String(text).slice(-20)))
    .resume();
  await eventually('it shows the newest', () => last.endsWith('c'.repeat(20)));
  await settleSockets();
  expect(clock.waiting()).toBe(0);
  await clock.advance(10_000);
  expect(states).toEqual([true]);
});
