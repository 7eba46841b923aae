// What a run in containers is made of: two networks, the service on its host, the console far away, callers on both.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallersAgent } from './callers-agent.js';
import { enterStudio, startConsole, type ConsoleMachine, type EnteredStudio, type Trace } from './console.js';
import type { ContainerHostAgent } from './host-agent.js';
import { startAgent, type RemoteAgent } from './machine.js';
import { makeNetworks, plugIn, type Networks } from './networks.js';
import { developmentService, productionService, type ServiceHost, type ServiceMachine } from './service.js';

/** Callers of one network, and the interface that they call by. */
interface Callers extends RemoteAgent<CallersAgent> {
  readonly cable: string;
}

/** A console that the service can follow. */
export interface ContainerConsole extends EnteredStudio {
  readonly console: ConsoleMachine;
  readonly url: string;
}

/** Everything that a run has started. */
export interface ContainerWorld {
  readonly networks: Networks;
  readonly host: RemoteAgent<ContainerHostAgent> & { readonly cable: string };
  readonly near: Callers;
  readonly far: Callers;
  readonly service: ServiceMachine;
  readonly folder: string;
  cloud: ContainerConsole;
  /** What the scenarios so far have left in the console. */
  trace: Trace;
}

/** Any port that nothing else on the host has; the service is told it once. */
const channelPort = 3009;

const startCallers = async (name: string, networks: Networks, on: 'lan' | 'far', folder: string): Promise<Callers> => {
  const agent = await startAgent<CallersAgent>(name, networks[on], folder);
  const cable = await agent.functions.join(agent.container.getIpAddress(networks[on].name));
  return { ...agent, cable };
};

const startHost = async (networks: Networks, folder: string): Promise<ContainerWorld['host']> => {
  const agent = await startAgent<ContainerHostAgent>('host', networks.lan, folder);
  const far = await plugIn(agent.container, networks.far);
  const cable = await agent.functions.join(agent.container.getIpAddress(networks.lan.name), far);
  return { ...agent, cable };
};

/** Enters the studio in a console, and opens the way there. */
export const enter = async (
  { functions }: ContainerWorld['host'],
  console: ConsoleMachine,
): Promise<ContainerConsole> => {
  const url = await functions.openChannel(console.host, channelPort);
  return { console, url, ...(await enterStudio(functions.askConsole)) };
};

/** Which image the service is made of. */
export type Image = 'production' | 'development';

const services: Readonly<Record<Image, (host: ServiceHost) => Promise<ServiceMachine>>> = {
  production: productionService,
  development: developmentService,
};

const build = async (image: Image, folder: string): Promise<ContainerWorld> => {
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

/** Starts everything. What has started before something fails is taken away by testcontainers, or with the engine's box. */
export const openWorld = async (image: Image): Promise<ContainerWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'agents-'));
  try {
    return await build(image, folder);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
};

/** Takes everything away. */
export const closeWorld = async ({
  service,
  cloud,
  near,
  far,
  host,
  networks,
  folder,
}: ContainerWorld): Promise<void> => {
  await service.end();
  await Promise.all([cloud.console.end(), near.end(), far.end(), host.end()]);
  await networks.remove();
  await rm(folder, { recursive: true });
};
