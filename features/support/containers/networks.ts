// The networks of a run: the studio's LAN, and the network outside. The addresses of the scenarios are added inside the
// containers.
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
  readonly outside: ContainerNetwork;
  readonly remove: () => Promise<void>;
}

/** Returns a random range of unique local addresses. */
const anyRange = (): string => {
  const [a, b, c] = (randomBytes(6).toString('hex').match(/.{4}/g) ?? []) as [string, string, string];
  return `fd00:${a}:${b}:${c}::/64`;
};

/**
 * Creates a network with an IPv6 range, because not every container engine assigns one by itself.
 * Docker itself uses fe80::1 on it.
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
    // testcontainers finds the network by this label, and removes it, if this run is killed.
    Labels: { [session]: sessionId },
  });
  return {
    name,
    remove: async () => {
      await network.remove();
    },
  };
};

/** Creates both networks. */
export const makeNetworks = async (): Promise<Networks> => {
  // One after the other, because the engine might choose the same IPv4 range twice.
  const lan = await make();
  const outside = await make();
  return {
    lan,
    outside,
    remove: async () => {
      await Promise.all([lan.remove(), outside.remove()]);
    },
  };
};

/** Connects a container to a network, and returns its address there. */
export const joinNetwork = async (container: StartedTestContainer, { name }: ContainerNetwork): Promise<string> => {
  const client = await getContainerRuntimeClient();
  const joined = client.container.getById(container.getId());
  await client.container.connectToNetwork(joined, client.network.getById(name), []);
  const { NetworkSettings } = await client.container.inspect(joined);
  return NetworkSettings.Networks[name]?.IPAddress ?? '';
};
