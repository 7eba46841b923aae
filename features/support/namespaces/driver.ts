// The driver of real addresses: the service on a host of its own, its callers on another, a cable between them.
import { strict as assert } from 'node:assert';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { operator } from '../visitors.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import { callsThrough, consoleFollower, type Post } from '../over-network.js';
import { isLoopback, serviceAddressFor } from '../service-address.js';
import type { CallerOutpost } from '../caller-outpost.js';
import type { HostOutpost } from './host-outpost.js';
import { cable, makeNetwork, type Machine, type Network } from './network.js';
import { startRemote, type Remote } from '../remote.js';
import { steerOver } from '../steering.js';

interface World {
  readonly network: Network;
  readonly host: Remote<HostOutpost>;
  readonly callers: Remote<CallerOutpost>;
}

const outpost = (machine: Machine, file: string): readonly string[] => [
  ...machine.inside,
  ...[process.execPath, '--import', 'tsx', join(import.meta.dirname, file)],
];

const openWorld = async (): Promise<World> => {
  const network = await makeNetwork();
  return {
    network,
    host: startRemote<HostOutpost>(outpost(network.host, 'host-outpost.ts')),
    callers: startRemote<CallerOutpost>(outpost(network.callers, 'callers-outpost.ts')),
  };
};

/** Where calls from an address are made. */
const postFor = async ({ network, host, callers }: World, from: string): Promise<Post> => {
  const isOwn = isLoopback(from) || from === serviceAddressFor(from);
  if (!isOwn) await network.callers.own(from);
  return { outpost: isOwn ? host.functions : callers.functions, cable };
};

const open = async (world: World): Promise<Driver> => {
  const { askConsole, send, restart, restartAfresh, close } = world.host.functions;
  const { cut, mend, loseAnswersToReports, requests, sent, inject } = world.host.functions;
  await world.host.functions.open();
  return {
    studioId: 'studio-1',
    hostname: hostname(),
    operator,
    ...callsThrough((from) => postFor(world, from)),
    askConsole,
    followConsole: consoleFollower(world.host.functions),
    studio: steerOver(send),
    channel: { cut, mend, loseAnswersToReports, requests, sent, inject },
    ...{ restart, restartAfresh, close },
  };
};

/** Makes the network once, and a new studio on its host for every scenario. */
export const namespaces = (): DriverFactory => {
  let made: Promise<World> | undefined;
  return {
    open: async (playout) => {
      assert.equal(playout, 'simulated', 'the network has no other players');
      return open(await (made ??= openWorld()));
    },
    close: async () => {
      const world = await made;
      if (world === undefined) return;
      await Promise.all([world.host.end(), world.callers.end()]);
      await world.network.remove();
    },
  };
};
