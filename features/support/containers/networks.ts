// The networks of a run: the studio's LAN, and everything far away. The engine chooses their ranges; the addresses that
// the scenarios speak of are added inside the containers.
import { getContainerRuntimeClient, Network, type StartedNetwork, type StartedTestContainer } from 'testcontainers';

/** Both networks. */
export interface Networks {
  readonly lan: StartedNetwork;
  readonly far: StartedNetwork;
  readonly remove: () => Promise<void>;
}

/** Makes them. */
export const makeNetworks = async (): Promise<Networks> => {
  // One after the other: the engine might choose one range twice.
  const lan = await new Network().start();
  const far = await new Network().start();
  return {
    lan,
    far,
    remove: async () => {
      await Promise.all([lan.stop(), far.stop()]);
    },
  };
};

/** Plugs a container into one more network, and tells its address there. */
export const plugIn = async (container: StartedTestContainer, network: StartedNetwork): Promise<string> => {
  const client = await getContainerRuntimeClient();
  const plugged = client.container.getById(container.getId());
  await client.container.connectToNetwork(plugged, client.network.getById(network.getId()), []);
  const { NetworkSettings } = await client.container.inspect(plugged);
  return NetworkSettings.Networks[network.getName()]?.IPAddress ?? '';
};
