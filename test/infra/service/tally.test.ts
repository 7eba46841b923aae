// What follows the tallies of a service, when its studio file changes and when it stops.
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { reloadBench, type ReloadBench } from './reload-bench.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = async (layout?: StudioLayout): Promise<ReloadBench> => {
  const bench = await reloadBench(layout);
  closing.push(bench.close);
  return bench;
};

/** The demo studio, the first signal of which follows the tally of the first camera. */
const following: StudioLayout = {
  ...demoStudio,
  signals: demoStudio.signals.map((signal, at) =>
    at === 0 ? { ...signal, follows: { tally: 'program', camera: 'cam-1' } } : signal,
  ),
};

it('@TALLY-7: callers can not switch a signal from the reload on that makes it follow a tally, until another one ends that', async () => {
  const bench = await open();
  const statusOf = async (): Promise<number> => (await bench.call('/plain/signals/red-light/on')).status;
  expect(await statusOf()).toBe(200);
  bench.reload(following);
  expect(await statusOf()).toBe(409);
  bench.reload(demoStudio);
  expect(await statusOf()).toBe(200);
});

it('a service that stops ends the connection to its tally display', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined)));
  const port = await listenOnLoopback(server);
  closing.push(() => void server.close());
  const displays = [{ index: 0, output: 'out-1' }];
  const address = { host: '127.0.0.1', port, transport: 'tcp' } as const;
  const destination = { id: 'wall', ...address, screen: 1, brightness: 3, displays };
  const bench = await open({ ...demoStudio, tally: { destinations: [destination] } });
  await eventually('the display is connected', async () => {
    await bench.advance(50);
    return sockets.length === 1;
  });
  const [socket = expect.unreachable()] = sockets;
  closing.push(() => void socket.destroy());
  await bench.close();
  closing.splice(closing.indexOf(bench.close), 1);
  await eventually('the display is disconnected', () => socket.destroyed);
});
