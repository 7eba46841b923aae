// The driver of real addresses: the service on a host of its own, its callers on another, a cable between them.
import { strict as assert } from 'node:assert';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { operator } from '../cloud.js';
import type { Call, Driver, Stream, Waiting } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import type { HttpCall } from '../http.js';
import { hostFor, isLoopback, isWrapped, serviceAddressFor, servicePort, withoutZone } from '../service-address.js';
import type { CallerOutpost } from './caller-outpost.js';
import type { HostOutpost } from './host-outpost.js';
import { cable, makeNetwork, type Machine, type Network } from './network.js';
import { startRemote, type Asked, type Remote } from './remote.js';
import { steerOver } from './steering.js';

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

/** A socket of the service wraps IPv4 and names the interface by itself. */
const bareAddress = (from: string): string => {
  const bare = withoutZone(from);
  return isWrapped(bare) ? bare.slice('::ffff:'.length) : bare;
};

/** A link-local address means something on one cable only. */
const onCable = (address: string): string => (/^fe[89ab]/i.test(address) ? `${address}%${cable}` : address);

const overNetwork = (from: string, { method, path, headers, body }: Omit<Call, 'from'>): HttpCall => ({
  ...{ host: onCable(serviceAddressFor(from)), port: servicePort, localAddress: onCable(from), method, path },
  headers: { Host: hostFor(from), ...headers },
  ...(body === undefined ? {} : { body }),
});

/** A static file: no call that the request log would know of. */
const probe = { method: 'GET', path: '/api/v2/docs/docs.css' };

const waitingAt = (outpost: Asked<CallerOutpost>, id: number, from: string): Waiting => ({
  isAnswered: () => outpost.isAnswered(id, overNetwork(from, probe)),
  answer: () => outpost.answer(id),
  hangUp: () => outpost.hangUp(id),
});

const isOwn = (from: string): boolean => isLoopback(from) || from === serviceAddressFor(from);

/** Where calls from an address are made. */
const outpostOf = ({ host, callers }: World, from: string): Asked<CallerOutpost> =>
  isOwn(from) ? host.functions : callers.functions;

const ownAddress = async ({ network }: World, from: string): Promise<void> => {
  if (!isOwn(from)) await network.callers.own(from);
};

const follow = async (world: World, call: Call): Promise<Stream> => {
  const from = bareAddress(call.from);
  await ownAddress(world, from);
  const outpost = outpostOf(world, from);
  const id = await outpost.follow(overNetwork(from, call));
  return { heard: () => outpost.heard(id), hangUp: () => outpost.leave(id) };
};

const begin = async (world: World, call: Call): Promise<Waiting> => {
  const from = bareAddress(call.from);
  await ownAddress(world, from);
  const outpost = outpostOf(world, from);
  return waitingAt(outpost, await outpost.begin(overNetwork(from, call)), from);
};

const open = async (world: World): Promise<Driver> => {
  const { askConsole, send, restart, restartAfresh, close } = world.host.functions;
  const { cut, mend, loseAnswersToReports, requests, sent, inject } = world.host.functions;
  await world.host.functions.open();
  return {
    studioId: 'studio-1',
    hostname: hostname(),
    operator,
    begin: (call) => begin(world, call),
    follow: (call) => follow(world, call),
    askConsole,
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
