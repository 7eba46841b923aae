// The networks of a run: the studio's LAN, and everything far away. The addresses that the scenarios speak of are added
// inside the containers.
import { randomBytes } from 'node:crypto';
import {
  getContainerRuntimeClient,
  getReaper,
  LABEL_TESTCONTAINERS_SESSION_ID as session,
  type StartedTestContainer,
} from 'testcontainers';

/** A network of the container engine. */
export interface ContainerNetwork {
  readonly name: string;
  readonly remove: () => Promise<void>;
}

/** Both networks. */
export interface Networks {
  readonly lan: ContainerNetwork;
  readonly far: ContainerNetwork;
  readonly remove: () => Promise<void>;
}

/** A range of unique local addresses. */
const anyRange = (): string => {
  const [a, b, c] = (randomBytes(6).toString('hex').match(/.{4}/g) ?? []) as [string, string, string];
  return `fd00:${a}:${b}:${c}::/64`;
};

/**
 * Containers have IPv6 on a network that has a range of it, which not every engine chooses by itself as it does IPv4's.
 * Docker itself takes fe80::1 there.
 */
const make = async (): Promise<ContainerNetwork> => {
  const client = await getContainerRuntimeClient();
  const { sessionId } = await getReaper(client);
  const name = `studio-control-${randomBytes(6).toString('hex')}`;
  const network = await client.container.dockerode.createNetwork({
    Name: name,
    Driver: 'bridge',
    EnableIPv6: true,
    IPAM: { Config: [{ Subnet: anyRange() }] },
    // Should this run be killed, testcontainers finds by it what it has to take away.
    Labels: { [session]: sessionId },
  });
  return {
    name,
    remove: async () => {
      await network.remove();
    },
  };
};

/** Makes them. */
export const makeNetworks = async (): Promise<Networks> => {
  // One after the other: the engine might choose one range twice.
  const lan = await make();
  const far = await make();
  return {
    lan,
    far,
    remove: async () => {
      await Promise.all([lan.remove(), far.remove()]);
    },
  };
};

/** Plugs a container into one more network, and tells its address there. */
export const plugIn = async (container: StartedTestContainer, { name }: ContainerNetwork): Promise<string> => {
  const client = await getContainerRuntimeClient();
  const plugged = client.container.getById(container.getId());
  await client.container.connectToNetwork(plugged, client.network.getById(name), []);
  const { NetworkSettings } = await client.container.inspect(plugged);
  return NetworkSettings.Networks[name]?.IPAddress ?? '';
};
