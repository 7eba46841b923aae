// The driver of real addresses: the service on a host of its own, its callers on another, a cable between them.
import { strict as assert } from 'node:assert';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { operatorUser } from '../console-users.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import { callsThrough, consoleFollower, type Post } from '../network-calls.js';
import { isLoopback, serviceAddressFor } from '../service-address.js';
import type { CallerAgent } from '../caller-agent.js';
import type { NamespaceHostAgent } from './host-agent.js';
import { cable, makeNetwork, type NamespaceMachine, type NamespaceNetwork } from './network.js';
import { startRemote, type Remote } from '../remote.js';
import { steerOver } from '../steering.js';

interface World {
  readonly network: NamespaceNetwork;
  readonly host: Remote<NamespaceHostAgent>;
  readonly callers: Remote<CallerAgent>;
}

const agent = (machine: NamespaceMachine, file: string): readonly string[] => [
  ...machine.inside,
  ...[process.execPath, '--import', 'tsx', join(import.meta.dirname, file)],
];

const openWorld = async (): Promise<World> => {
  const network = await makeNetwork();
  return {
    network,
    host: startRemote<NamespaceHostAgent>(agent(network.host, 'host-agent.ts')),
    callers: startRemote<CallerAgent>(agent(network.callers, 'callers-agent.ts')),
  };
};

/** Where calls from an address are made. */
const postFor = async ({ network, host, callers }: World, from: string): Promise<Post> => {
  const isOwn = isLoopback(from) || from === serviceAddressFor(from);
  if (!isOwn) await network.callers.own(from);
  return { agent: isOwn ? host.functions : callers.functions, cable };
};

const open = async (world: World): Promise<Driver> => {
  const { askConsole, send, restart, restartAfresh, close } = world.host.functions;
  const { cut, mend, loseAnswersToReports, requests, sent, inject } = world.host.functions;
  await world.host.functions.open();
  return {
    studioId: 'studio-1',
    hostname: hostname(),
    operator: operatorUser,
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
