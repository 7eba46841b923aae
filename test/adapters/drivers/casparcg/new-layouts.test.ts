// Connections to servers when the layout is replaced, as earlier studio files have them: with an address in each player.
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { attachedDevices } from '../../../../application/connections/attached-devices.js';
import { currentLayout, type CurrentLayout } from '../../../../application/state/current-layout.js';
import type { StudioLayout } from '../../../../domain/studio/layout.js';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { readStudioInput } from '../../../../infra/studio-file/studio-file.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { rightOf } from '../../../domain/fixtures.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';

const closing = closedAfterEach();

/** A server that counts its connections. */
interface CountingServer {
  readonly port: number;
  opened: number;
  closed: number;
}

const countingServer = async (): Promise<CountingServer> => {
  const server = createServer((socket) => {
    counting.opened += 1;
    socket.on('error', () => undefined);
    socket.resume().on('close', () => (counting.closed += 1));
  });
  const counting = { port: await listenOnLoopback(server), opened: 0, closed: 0 };
  closing.push(() => void server.close());
  return counting;
};

const output = (id: string, { port }: CountingServer) => ({
  id,
  slot: `slot-${id}`,
  name: id,
  scenes: ['full'],
  player: { protocol: 'casparcg', host: '127.0.0.1', port, channel: 1, layers: { full: 10 } },
});

const clips = demoStudio.banks.map((bank) => ({
  ...bank,
  clips: bank.clips.map((clip) => ({ ...clip, media: `${clip.key}.mov` })),
}));

const layout = (...outputs: readonly object[]): StudioLayout =>
  rightOf(
    readStudioInput({ ...demoStudio, panels: [], banks: clips, outputs, cameras: [], macros: [], automations: [] }),
  );

const drivenBy = (current: CurrentLayout) => {
  const readSecret = () => Promise.reject(new Error('there is no secret'));
  const deps = { clock: new SystemClock(), log: silent, table: connectionDrivers, readSecret };
  const { drivers, close } = attachedDevices(current, unconnectedDrivers(current), deps);
  closing.push(close);
  return { players: drivers.players, close };
};

const counts = (...all: readonly CountingServer[]) => all.map(({ opened, closed }) => [opened, closed]);

it('@RELOAD-7: only the output whose player changed is connected anew', async () => {
  const [a, b, c] = [await countingServer(), await countingServer(), await countingServer()];
  const current = currentLayout(layout(output('out-1', a), output('out-2', b)));
  const { players } = drivenBy(current);
  await eventually('two connections', () => a.opened === 1 && b.opened === 1);

  // Another slot, another name, another order: no connection changes. Another port: the output moves to it.
  const renamed = { ...output('out-1', a), slot: 'main', name: 'Main' };
  current.replace(layout(output('out-2', c), renamed));
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
  expect(players.send(commandTo.stop('out-2', ['full']))).toMatchObject({ left: { code: 'device_unavailable' } });
});

it('@RELOAD-7: of two outputs of a server, only the one whose channel changed is connected anew', async () => {
  const server = await countingServer();
  const second = (channel: number) => {
    const { player, ...others } = output('out-2', server);
    return { ...others, player: { ...player, channel } };
  };
  const current = currentLayout(layout(output('out-1', server), second(2)));
  drivenBy(current);
  await eventually('two connections', () => server.opened === 2);
  current.replace(layout(output('out-1', server), second(3)));
  await eventually('another connection', () => server.opened === 3 && server.closed === 1);
});

it('an output is driven as soon as it has a player, and no longer than it has one', async () => {
  const server = await countingServer();
  const { player, ...withoutPlayer } = output('out-1', server);
  const current = currentLayout(layout(withoutPlayer));
  const { players } = drivenBy(current);
  expect(players.hasDriver('out-1')).toBe(false);
  current.replace(layout({ ...withoutPlayer, player }));
  expect(players.hasDriver('out-1')).toBe(true);
  await eventually('a connection', () => server.opened === 1);
  current.replace(layout(withoutPlayer));
  expect(players.hasDriver('out-1')).toBe(false);
  await eventually('the connection ended', () => server.closed === 1);
});
