// The driver of the built images: the service on a host of its own, the console on another, callers on the LAN and far
// away, each in containers. The containers live on from scenario to scenario; what a scenario leaves is put back.
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import { callsThrough, consoleFollower, type Post } from '../network-calls.js';
import { isLoopback, serviceAddressFor } from '../service-address.js';
import { operatorUser } from '../console-users.js';
import { inForce, startConsole, traceOf } from './console.js';
import { isPrivate } from './caller-network.js';
import { closeWorld, enter, openWorld, type Image, type ContainerWorld } from './world.js';

export type { Image } from './world.js';

const postFor = async ({ host, near, far }: ContainerWorld, from: string): Promise<Post> => {
  if (isLoopback(from) || from === serviceAddressFor(from)) return { agent: host.functions, cable: host.cable };
  const { functions, cable } = isPrivate(from) ? near : far;
  await functions.own(from);
  return { agent: functions, cable };
};

const replaceConsole = async (world: ContainerWorld): Promise<void> => {
  const [console] = await Promise.all([startConsole(world.networks.far), world.cloud.console.end()]);
  world.cloud = await enter(world.host, console);
};

/** Puts the console back to how it was at first; one of which that can't be said is replaced. */
const clear = async (world: ContainerWorld): Promise<void> => {
  const { trace, cloud } = world;
  await world.host.functions.mend();
  await world.service.finish();
  if (trace === 'more') await replaceConsole(world);
  else await cloud.forgetRefused();
  if (trace === 'sections') await cloud.reset();
  world.trace = 'none';
};

const leave = (world: ContainerWorld, trace: ContainerWorld['trace']): void => {
  if (world.trace !== 'more' && trace !== 'none') world.trace = trace;
};

const open = async (world: ContainerWorld): Promise<Driver> => {
  const { service, host } = world;
  const { askConsole, cut, mend, loseAnswersToReports, requests, sent, inject } = host.functions;
  await clear(world);
  await service.begin({ consoleUrl: world.cloud.url, studioKey: world.cloud.key });
  await inForce(askConsole);
  return {
    studioId: 'studio-1',
    hostname: await service.hostname(),
    operator: operatorUser,
    ...callsThrough((from) => postFor(world, from)),
    askConsole: (call) => {
      leave(world, traceOf(call));
      return askConsole(call);
    },
    followConsole: consoleFollower(host.functions),
    studio: service.studio,
    channel: { cut, mend, loseAnswersToReports, requests, sent, inject },
    restart: service.restart,
    restartAfresh: service.restartAfresh,
    close: () => Promise.resolve(),
  };
};

/** Starts the containers once, for all scenarios of a run. */
export const containers = (image: Image): DriverFactory => {
  let made: Promise<ContainerWorld> | undefined;
  return {
    open: async () => open(await (made ??= openWorld(image))),
    close: async () => {
      const world = await made;
      if (world !== undefined) await closeWorld(world);
    },
  };
};
