// Calls over a network with real addresses, made by an agent at the caller's place in the network.
import type { ScenarioCall, ConsoleCall, Driver, ScenarioStream, PendingCall } from './driver.js';
import type { CallerAgent } from './caller-agent.js';
import type { HttpCall } from './http.js';
import type { RemoteCall } from './remote.js';
import { hostFor, isIPv4Mapped, serviceAddressFor, servicePort, withoutZone } from './service-address.js';

/** The agent that makes calls from an address, and its network interface towards the service. */
export interface AgentRoute {
  readonly agent: RemoteCall<CallerAgent>;
  readonly interfaceName: string;
}

/** The service's own sockets map IPv4 addresses and add zone ids, so the caller's address needs neither. */
const bareAddress = (from: string): string => {
  const bare = withoutZone(from);
  return isIPv4Mapped(bare) ? bare.slice('::ffff:'.length) : bare;
};

/** A link-local address is valid on one interface only. */
const withZone = (address: string, interfaceName: string): string =>
  /^fe[89ab]/i.test(address) ? `${address}%${interfaceName}` : address;

type RequestParts = Omit<ScenarioCall, 'from'>;

const overNetwork = (from: string, interfaceName: string, { method, path, headers, body }: RequestParts): HttpCall => ({
  host: withZone(serviceAddressFor(from), interfaceName),
  port: servicePort,
  localAddress: withZone(from, interfaceName),
  method,
  path,
  headers: { Host: hostFor(from), ...headers },
  ...(body === undefined ? {} : { body }),
});

/** A static file, because its request isn't in the request log. */
const probe = { method: 'GET', path: '/api/v2/docs/docs.css' };

const pendingAt = (agent: RemoteCall<CallerAgent>, id: number, probing: HttpCall): PendingCall => ({
  isAnswered: () => agent.isAnswered(id, probing),
  answer: () => agent.answer(id),
  disconnect: () => agent.disconnect(id),
});

const streamAt = (agent: RemoteCall<CallerAgent>, id: number): ScenarioStream => ({
  received: () => agent.received(id),
  disconnect: () => agent.closeStream(id),
});

/** Opens the console's change feed through the agent on the host. */
export const consoleStreamOpener =
  (
    agent: RemoteCall<CallerAgent> & { readonly openConsoleStream: (call: ConsoleCall) => Promise<number> },
  ): Driver['openConsoleStream'] =>
  async (call) =>
    streamAt(agent, await agent.openConsoleStream(call));

/** Makes calls from the origin that `originFor` returns for an address. */
export const callsThrough = (
  originFor: (from: string) => Promise<AgentRoute>,
): Pick<Driver, 'begin' | 'openStream'> => ({
  begin: async (call): Promise<PendingCall> => {
    const from = bareAddress(call.from);
    const { agent, interfaceName } = await originFor(from);
    const id = await agent.begin(overNetwork(from, interfaceName, call));
    return pendingAt(agent, id, overNetwork(from, interfaceName, probe));
  },
  openStream: async (call): Promise<ScenarioStream> => {
    const from = bareAddress(call.from);
    const { agent, interfaceName } = await originFor(from);
    const id = await agent.openStream(overNetwork(from, interfaceName, call));
    return streamAt(agent, id);
  },
});
