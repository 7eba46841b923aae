// The driver of the built images: the service on a host of its own, the console on another, callers on the LAN and far
// away, each in containers. The containers live on from scenario to scenario; what a scenario leaves is put back.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPrivate } from './whereabouts.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import { callsThrough, type Post } from '../over-network.js';
import { isLoopback, serviceAddressFor } from '../service-address.js';
import { operator } from '../visitors.js';
import type { CallersOutpost } from './callers-outpost.js';
import { enterStudio, inForce, startConsole, traceOf, type ConsoleMachine, type EnteredStudio } from './console.js';
import type { HostOutpost } from './host-outpost.js';
import { startOutpost, type Outpost } from './machine.js';
import { makeNetworks, plugIn, type Networks } from './networks.js';
import { developmentService, productionService, type Host, type ServiceMachine } from './service.js';

/** Callers of one network, and the interface that they call by. */
interface Callers extends Outpost<CallersOutpost> {
  readonly cable: string;
}

/** A console with the studio that it knows, and the way there. */
interface Cloud extends EnteredStudio {
  readonly console: ConsoleMachine;
  readonly url: string;
}

interface World {
  readonly networks: Networks;
  readonly host: Outpost<HostOutpost> & { readonly cable: string };
  readonly near: Callers;
  readonly far: Callers;
  readonly service: ServiceMachine;
  readonly folder: string;
  cloud: Cloud;
  /** What the scenarios so far have left in the console. */
  trace: ReturnType<typeof traceOf>;
}

/** Any port that nothing else on the host has; the service is told it once. */
const channelPort = 3009;

const startCallers = async (name: string, networks: Networks, on: 'lan' | 'far', folder: string): Promise<Callers> => {
  const outpost = await startOutpost<CallersOutpost>(name, networks[on], folder);
  const cable = await outpost.functions.join(outpost.container.getIpAddress(networks[on].getName()));
  return { ...outpost, cable };
};

const startHost = async (networks: Networks, folder: string): Promise<World['host']> => {
  const outpost = await startOutpost<HostOutpost>('host', networks.lan, folder);
  const far = await plugIn(outpost.container, networks.far);
  const cable = await outpost.functions.join(outpost.container.getIpAddress(networks.lan.getName()), far);
  return { ...outpost, cable };
};

const enter = async ({ functions }: World['host'], console: ConsoleMachine): Promise<Cloud> => {
  const url = await functions.openChannel(console.host, channelPort);
  return { console, url, ...(await enterStudio(functions.askConsole)) };
};

/** Which image the service is made of. */
export type Image = 'production' | 'development';

const services: Readonly<Record<Image, (host: Host) => Promise<ServiceMachine>>> = {
  production: productionService,
  development: developmentService,
};

const openWorld = async (image: Image): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-outposts-'));
  const networks = await makeNetworks();
  const [host, near, far, console] = await Promise.all([
    startHost(networks, folder),
    startCallers('callers-near', networks, 'lan', folder),
    startCallers('callers-far', networks, 'far', folder),
    startConsole(networks.far),
  ]);
  const cloud = await enter(host, console);
  const service = await services[image]({ container: host.container, send: host.functions.send, folder });
  return { networks, host, near, far, service, folder, cloud, trace: 'none' };
};

const postFor = async ({ host, near, far }: World, from: string): Promise<Post> => {
  if (isLoopback(from) || from === serviceAddressFor(from)) return { outpost: host.functions, cable: host.cable };
  const { functions, cable } = isPrivate(from) ? near : far;
  await functions.own(from);
  return { outpost: functions, cable };
};

/** Puts the console back to how it was at first; one of which that can't be said is replaced. */
const clear = async (world: World): Promise<void> => {
  await world.host.functions.mend();
  if (world.trace === 'sections') await world.cloud.reset();
  if (world.trace === 'more') {
    const [console] = await Promise.all([startConsole(world.networks.far), world.cloud.console.end()]);
    world.cloud = await enter(world.host, console);
  }
  world.trace = 'none';
};

const leave = (world: World, trace: World['trace']): void => {
  if (world.trace !== 'more' && trace !== 'none') world.trace = trace;
};

const open = async (world: World): Promise<Driver> => {
  const { service, host } = world;
  const { askConsole, cut, mend, loseAnswersToReports, requests, sent, inject } = host.functions;
  await clear(world);
  await service.begin({ consoleUrl: world.cloud.url, studioKey: world.cloud.key });
  await inForce(askConsole);
  return {
    studioId: 'studio-1',
    hostname: await service.hostname(),
    operator,
    ...callsThrough((from) => postFor(world, from)),
    askConsole: (call) => {
      leave(world, traceOf(call));
      return askConsole(call);
    },
    studio: service.studio,
    channel: { cut, mend, loseAnswersToReports, requests, sent, inject },
    restart: service.restart,
    restartAfresh: service.restartAfresh,
    close: () => Promise.resolve(),
  };
};

const closeWorld = async ({ service, cloud, near, far, host, networks, folder }: World): Promise<void> => {
  await service.end();
  await Promise.all([cloud.console.end(), near.end(), far.end(), host.end()]);
  await networks.remove();
  await rm(folder, { recursive: true });
};

/** Starts the containers once, for all scenarios of a run. */
export const containers = (image: Image): DriverFactory => {
  let made: Promise<World> | undefined;
  return {
    open: async () => open(await (made ??= openWorld(image))),
    close: async () => {
      const world = await made;
      if (world !== undefined) await closeWorld(world);
    },
  };
};
