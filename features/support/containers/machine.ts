// The containers of the scenarios: started by testcontainers, reached over a socket in a shared folder.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { callOver, type RemoteCall, type Functions } from '../remote.js';
import type { ContainerNetwork } from './networks.js';
import { printed } from './printed-line.js';
import { ready } from './serve-agent.js';

/** The project's folder, from which containers load their agents. */
const project = join(import.meta.dirname, '../../..');

/** The folder for data that is removed with the container. */
export const memory = '/memory';

/** A container with host settings that testcontainers doesn't offer. */
export class ContainerMachine extends GenericContainer {
  /** Enables IPv6 and network configuration. */
  onNetworks(): this {
    this.hostConfig.Sysctls = { 'net.ipv6.conf.all.disable_ipv6': '0', 'net.ipv6.conf.default.disable_ipv6': '0' };
    return this.withAddedCapabilities('NET_ADMIN');
  }

  /** Restricts the container as in production: a read-only file system and no capabilities. */
  locked(): this {
    this.hostConfig.ReadonlyRootfs = true;
    return this.withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges');
  }
}

/** A container with a running agent. */
export interface RemoteAgent<F extends Functions> {
  readonly container: StartedTestContainer;
  readonly functions: RemoteCall<F>;
  readonly end: () => Promise<void>;
}

const connectTo = async (path: string): Promise<Socket> => {
  const socket = connect(path);
  await once(socket, 'connect');
  return socket;
};

/** Removes a container and its volumes. */
export const removeContainer = async (container: StartedTestContainer): Promise<void> => {
  await container.stop({ timeout: 0, remove: true, removeVolumes: true });
};

/** Starts an agent, which is a file of this folder, in a container of its own on a network. */
export const startAgent = async <F extends Functions>(
  name: string,
  network: ContainerNetwork,
  folder: string,
): Promise<RemoteAgent<F>> => {
  const path = join(folder, `${name}.sock`);
  const container = await new ContainerMachine('studio-control-caller:latest')
    .onNetworks()
    .withNetworkMode(network.name)
    .withBindMounts([
      { source: project, target: project, mode: 'ro' },
      { source: folder, target: folder, mode: 'rw' },
    ])
    .withWorkingDir(project)
    .withEnvironment({ AGENT_SOCKET: path, TSX_DISABLE_CACHE: '1' })
    .withCommand([join(import.meta.dirname, `${name.replace(/-.*$/, '')}-agent.ts`)])
    .withWaitStrategy(printed(new RegExp(ready)))
    .start();
  const socket = await connectTo(path);
  return {
    container,
    functions: callOver<F>(socket, socket),
    end: async () => {
      socket.destroy();
      await removeContainer(container);
    },
  };
};
