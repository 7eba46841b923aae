// Calls that go over a network of real addresses, made by an agent that stands where the caller is.
import type { ScenarioCall, ConsoleCall, Driver, ScenarioStream, Waiting } from './driver.js';
import type { CallerAgent } from './caller-agent.js';
import type { HttpCall } from './http.js';
import type { RemoteCall } from './remote.js';
import { hostFor, isWrapped, serviceAddressFor, servicePort, withoutZone } from './service-address.js';

/** Who makes calls from an address, and the network interface that leads to the service there. */
export interface Post {
  readonly agent: RemoteCall<CallerAgent>;
  readonly cable: string;
}

/** A socket of the service wraps IPv4 and names the interface by itself. */
const bareAddress = (from: string): string => {
  const bare = withoutZone(from);
  return isWrapped(bare) ? bare.slice('::ffff:'.length) : bare;
};

/** A link-local address means something on one cable only. */
const onCable = (address: string, cable: string): string =>
  /^fe[89ab]/i.test(address) ? `${address}%${cable}` : address;

type Letter = Omit<ScenarioCall, 'from'>;

const overNetwork = (from: string, cable: string, { method, path, headers, body }: Letter): HttpCall => ({
  ...{ host: onCable(serviceAddressFor(from), cable), port: servicePort, localAddress: onCable(from, cable) },
  ...{ method, path, headers: { Host: hostFor(from), ...headers } },
  ...(body === undefined ? {} : { body }),
});

/** A static file: no call that the request log would know of. */
const probe = { method: 'GET', path: '/api/v2/docs/docs.css' };

const waitingAt = (agent: RemoteCall<CallerAgent>, id: number, probing: HttpCall): Waiting => ({
  isAnswered: () => agent.isAnswered(id, probing),
  answer: () => agent.answer(id),
  hangUp: () => agent.hangUp(id),
});

const streamAt = (agent: RemoteCall<CallerAgent>, id: number): ScenarioStream => ({
  heard: () => agent.heard(id),
  hangUp: () => agent.leave(id),
});

/** Follows the console from the agent on the host. */
export const consoleFollower =
  (
    agent: RemoteCall<CallerAgent> & { readonly followConsole: (call: ConsoleCall) => Promise<number> },
  ): Driver['followConsole'] =>
  async (call) =>
    streamAt(agent, await agent.followConsole(call));

/** Makes calls through the post that `postFor` finds for an address. */
export const callsThrough = (postFor: (from: string) => Promise<Post>): Pick<Driver, 'begin' | 'follow'> => ({
  begin: async (call): Promise<Waiting> => {
    const from = bareAddress(call.from);
    const { agent, cable } = await postFor(from);
    const id = await agent.begin(overNetwork(from, cable, call));
    return waitingAt(agent, id, overNetwork(from, cable, probe));
  },
  follow: async (call): Promise<ScenarioStream> => {
    const from = bareAddress(call.from);
    const { agent, cable } = await postFor(from);
    const id = await agent.follow(overNetwork(from, cable, call));
    return streamAt(agent, id);
  },
});
