// Calls that go over a network of real addresses, made by an outpost that stands where the caller is.
import type { Call, ConsoleCall, Driver, Stream, Waiting } from './driver.js';
import type { CallerOutpost } from './caller-outpost.js';
import type { HttpCall } from './http.js';
import type { Asked } from './remote.js';
import { hostFor, isWrapped, serviceAddressFor, servicePort, withoutZone } from './service-address.js';

/** Who makes calls from an address, and the network interface that leads to the service there. */
export interface Post {
  readonly outpost: Asked<CallerOutpost>;
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

type Letter = Omit<Call, 'from'>;

const overNetwork = (from: string, cable: string, { method, path, headers, body }: Letter): HttpCall => ({
  ...{ host: onCable(serviceAddressFor(from), cable), port: servicePort, localAddress: onCable(from, cable) },
  ...{ method, path, headers: { Host: hostFor(from), ...headers } },
  ...(body === undefined ? {} : { body }),
});

/** A static file: no call that the request log would know of. */
const probe = { method: 'GET', path: '/api/v2/docs/docs.css' };

const waitingAt = (outpost: Asked<CallerOutpost>, id: number, probing: HttpCall): Waiting => ({
  isAnswered: () => outpost.isAnswered(id, probing),
  answer: () => outpost.answer(id),
  hangUp: () => outpost.hangUp(id),
});

const streamAt = (outpost: Asked<CallerOutpost>, id: number): Stream => ({
  heard: () => outpost.heard(id),
  hangUp: () => outpost.leave(id),
});

/** Follows the console from the outpost on the host. */
export const consoleFollower =
  (
    outpost: Asked<CallerOutpost> & { readonly followConsole: (call: ConsoleCall) => Promise<number> },
  ): Driver['followConsole'] =>
  async (call) =>
    streamAt(outpost, await outpost.followConsole(call));

/** Makes calls through the post that `postFor` finds for an address. */
export const callsThrough = (postFor: (from: string) => Promise<Post>): Pick<Driver, 'begin' | 'follow'> => ({
  begin: async (call): Promise<Waiting> => {
    const from = bareAddress(call.from);
    const { outpost, cable } = await postFor(from);
    const id = await outpost.begin(overNetwork(from, cable, call));
    return waitingAt(outpost, id, overNetwork(from, cable, probe));
  },
  follow: async (call): Promise<Stream> => {
    const from = bareAddress(call.from);
    const { outpost, cable } = await postFor(from);
    const id = await outpost.follow(overNetwork(from, cable, call));
    return streamAt(outpost, id);
  },
});
