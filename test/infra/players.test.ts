// Connections to players when the layout is replaced.
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { currentLayout } from '../../application/state/current-layout.js';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { drivenPlayers, type DrivenPlayers } from '../../infra/players.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { silent } from '../../features/support/silent-log.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { eventually } from '../support/eventually.js';
import { commandTo } from '../support/commands.js';

/** A server that counts its connections. */
interface CountingServer {
  readonly server: Server;
  readonly port: number;
  opened: number;
  closed: number;
}

const servers: Server[] = [];
let driven: DrivenPlayers | undefined;

afterEach(() => {
  driven?.close();
  for (const server of servers.splice(0)) server.close();
});

const countingServer = async (): Promise<CountingServer> => {
  const server = createServer((socket) => {
    counting.opened += 1;
    socket.on('error', () => undefined);
    socket.resume().on('close', () => (counting.closed += 1));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const counting = { server, port: (server.address() as { port: number }).port, opened: 0, closed: 0 };
  return counting;
};

const output = (id: string, { port }: CountingServer) => ({
  id,
  slot: `slot-${id}`,
  name: id,
  scenes: ['full'],
  player: { protocol: 'casparcg', host: '127.0.0.1', port, channel: 1, layers: { full: 10 } } as const,
});

const counts = (...all: readonly CountingServer[]) => all.map(({ opened, closed }) => [opened, closed]);

it('@RELOAD-7: only the output whose player changed is connected anew', async () => {
  const [a, b, c] = [await countingServer(), await countingServer(), await countingServer()];
  const layout = (...outputs: StudioLayout['outputs']): StudioLayout => ({
    ...demoStudio,
    outputs,
    macros: [],
    automations: [],
  });
  const current = currentLayout(layout(output('out-1', a), output('out-2', b)));
  driven = drivenPlayers(current, unconnectedDrivers(current).players, { clock: new SystemClock(), log: silent });
  await eventually('two connections', () => a.opened === 1 && b.opened === 1);

  // Another slot, another name, other clips: no connection changes. Another port: the output moves to it.
  const renamed = { ...output('out-1', a), slot: 'main', name: 'Main' };
  current.replace({ ...layout(output('out-2', c), renamed), banks: [] });
  await eventually('the connection moved', () => b.closed === 1 && c.opened === 1);
  expect(counts(a, b, c)).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
  ]);

  // An output that is removed is disconnected, and none of its commands is sent.
  current.replace(layout(renamed));
  await eventually('the connection ended', () => c.closed === 1);
  expect(counts(a, b, c)).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
  ]);
  expect(driven.players.send(commandTo.stop('out-2', ['full']))).toMatchObject({
    left: { code: 'device_unavailable' },
  });
});

it('an output is driven as soon as it has a player, and no longer than it has one', async () => {
  const server = await countingServer();
  const withPlayer = output('out-1', server);
  const { player: _player, ...withoutPlayer } = withPlayer;
  const layout = (one: StudioLayout['outputs'][number]): StudioLayout => ({
    ...demoStudio,
    outputs: [one],
    macros: [],
    automations: [],
  });
  const current = currentLayout(layout(withoutPlayer));
  driven = drivenPlayers(current, unconnectedDrivers(current).players, { clock: new SystemClock(), log: silent });
  const { players } = driven;
  expect(players.hasDriver('out-1')).toBe(false);
  current.replace(layout(withPlayer));
  expect(players.hasDriver('out-1')).toBe(true);
  await eventually('a connection', () => server.opened === 1);
  current.replace(layout(withoutPlayer));
  expect(players.hasDriver('out-1')).toBe(false);
  await eventually('the connection ended', () => server.closed === 1);
});

it('players that are closed follow no later layout', async () => {
  const server = await countingServer();
  const layout = (...outputs: StudioLayout['outputs']): StudioLayout => ({
    ...demoStudio,
    outputs,
    macros: [],
    automations: [],
  });
  const current = currentLayout(layout());
  const open = () =>
    drivenPlayers(current, unconnectedDrivers(current).players, { clock: new SystemClock(), log: silent });
  open().close();
  driven = open();
  current.replace(layout(output('out-1', server)));
  await eventually('a connection', () => server.opened > 0);
  driven.close();
  await eventually('no connection', () => server.closed === server.opened);
  expect(server.opened).toBe(1);
});
