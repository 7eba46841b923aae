// The containers of one run: two networks, service and console, and callers on both networks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallersAgent } from './callers-agent.js';
import {
  addStudio,
  startContainerConsole,
  type ConsoleMachine,
  type ContainerStudio,
  type ConsoleChange,
} from './console.js';
import type { ContainerHostAgent } from './host-agent.js';
import { startAgent, type RemoteAgent } from './machine.js';
import { makeNetworks, joinNetwork, type Networks } from './networks.js';
import { developmentService, productionService, type ServiceHost, type ServiceMachine } from './service.js';

/** The callers of one network, and the interface that they use. */
interface Callers extends RemoteAgent<CallersAgent> {
  readonly interfaceName: string;
}

/** A console that the service can connect to. */
export interface ContainerConsole extends ContainerStudio {
  readonly console: ConsoleMachine;
  readonly url: string;
}

/** Everything that a run starts. */
export interface ContainerWorld {
  readonly networks: Networks;
  readonly host: RemoteAgent<ContainerHostAgent> & { readonly interfaceName: string };
  readonly lanCallers: Callers;
  readonly outsideCallers: Callers;
  readonly service: ServiceMachine;
  readonly folder: string;
  cloud: ContainerConsole;
  /** What the scenarios have changed at the console since its last reset. */
  consoleChange: ConsoleChange;
}

/** The port of the relay to the console; any free port of the host. */
const channelPort = 3009;

const startCallers = async (
  name: string,
  networks: Networks,
  on: 'lan' | 'outside',
  folder: string,
): Promise<Callers> => {
  const agent = await startAgent<CallersAgent>(name, networks[on], folder);
  const interfaceName = await agent.functions.join(agent.container.getIpAddress(networks[on].name));
  return { ...agent, interfaceName };
};

const startHost = async (networks: Networks, folder: string): Promise<ContainerWorld['host']> => {
  const agent = await startAgent<ContainerHostAgent>('host', networks.lan, folder);
  const outside = await joinNetwork(agent.container, networks.outside);
  const interfaceName = await agent.functions.join(agent.container.getIpAddress(networks.lan.name), outside);
  return { ...agent, interfaceName };
};

/** Connects the host to a console, and adds the studio there. */
export const connectConsole = async (
  { functions }: ContainerWorld['host'],
  console: ConsoleMachine,
): Promise<ContainerConsole> => {
  const url = await functions.openChannel(console.host, channelPort);
  return { console, url, ...(await addStudio(functions.callConsole)) };
};

/** An image of the service. */
export type Image = 'production' | 'development';

const services: Readonly<Record<Image, (host: ServiceHost) => Promise<ServiceMachine>>> = {
  production: productionService,
  development: developmentService,
};

const build = async (image: Image, folder: string): Promise<ContainerWorld> => {
  const networks = await makeNetworks();
  const [host, lanCallers, outsideCallers, console] = await Promise.all([
    startHost(networks, folder),
    startCallers('callers-lan', networks, 'lan', folder),
    startCallers('callers-outside', networks, 'outside', folder),
    startContainerConsole(networks.outside),
  ]);
  const cloud = await connectConsole(host, console);
  const service = await services[image]({ container: host.container, send: host.functions.send, folder });
  return { networks, host, lanCallers, outsideCallers, service, folder, cloud, consoleChange: 'none' };
};

/** Starts everything. If a start fails, testcontainers removes what has started before. */
export const openWorld = async (image: Image): Promise<ContainerWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'agents-'));
  try {
    return await build(image, folder);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
};

/** Removes everything. */
export const closeWorld = async ({
  service,
  cloud,
  lanCallers,
  outsideCallers,
  host,
  networks,
  folder,
}: ContainerWorld): Promise<void> => {
  await service.end();
  await Promise.all([cloud.console.end(), lanCallers.end(), outsideCallers.end(), host.end()]);
  await networks.remove();
  await rm(folder, { recursive: true });
};
