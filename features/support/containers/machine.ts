// Containers as the scenarios need them: started by testcontainers, reached over a socket in a shared folder.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { askOver, type RemoteCall, type Functions } from '../remote.js';
import type { ContainerNetwork } from './networks.js';
import { ready } from './serve-agent.js';

/** The project's folder, which containers of callers share to read their agents from. */
const project = join(import.meta.dirname, '../../..');

/** Where a container keeps what need not outlive it. */
export const memory = '/memory';

/** A container whose host settings go beyond what testcontainers has words for. */
export class ContainerMachine extends GenericContainer {
  /** A machine on the network, with IPv6. */
  onNetworks(): this {
    this.hostConfig.Sysctls = { 'net.ipv6.conf.all.disable_ipv6': '0', 'net.ipv6.conf.default.disable_ipv6': '0' };
    return this.withAddedCapabilities('NET_ADMIN');
  }

  /** As production runs it: nothing can be written beside the data, and nothing may be done beyond what any user may. */
  locked(): this {
    this.hostConfig.ReadonlyRootfs = true;
    return this.withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges');
  }
}

/** A container in which an agent runs. */
export interface RemoteAgent<F extends Functions> {
  readonly container: StartedTestContainer;
  readonly functions: RemoteCall<F>;
  readonly end: () => Promise<void>;
}

const dial = async (path: string): Promise<Socket> => {
  const socket = connect(path);
  await once(socket, 'connect');
  return socket;
};

/** Takes a container away, with what it kept. */
export const takeAway = async (container: StartedTestContainer): Promise<void> => {
  await container.stop({ timeout: 0, remove: true, removeVolumes: true });
};

/** Starts an agent: a file of this folder, in a container of its own on a network. */
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
    .withEnvironment({ OUTPOST: path, TSX_DISABLE_CACHE: '1' })
    .withCommand([join(import.meta.dirname, `${name.replace(/-.*$/, '')}-agent.ts`)])
    .withWaitStrategy(Wait.forLogMessage(ready))
    .start();
  const socket = await dial(path);
  return {
    container,
    functions: askOver<F>(socket, socket),
    end: async () => {
      socket.destroy();
      await takeAway(container);
    },
  };
};
