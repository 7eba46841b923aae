// Runs on the host of the service, in a container that shares its network: calls from the host itself, the way to the
// console, and what is steered on loopback.
import { callerAgent, keepStream } from '../caller-agent.js';
import { channelOf } from '../channel.js';
import type { ScenarioAnswer, ConsoleChannel, ConsoleCall } from '../driver.js';
import { followHttp, sendHttp, type HttpCall } from '../http.js';
import { openRelay, type Relay } from '../relay.js';
import { lanAddresses } from '../service-address.js';
import { consoleCallTo } from '../console-call.js';
import { interfaceWith, own, route } from './addresses.js';
import { serveHere } from './serve-agent.js';

const consolePort = 3010;

/** What lies on the LAN; everything else is far away. */
const lanRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7'];

let opened: { readonly relay: Relay; readonly channel: ConsoleChannel } | undefined;
let consoleHost = '';

const channel = (): ConsoleChannel => {
  if (opened === undefined) throw new Error('there is no way to a console yet');
  return opened.channel;
};

const onWire = (call: ConsoleCall): HttpCall => consoleCallTo({ host: consoleHost, port: consolePort })(call);

const hostOutpost = {
  ...callerAgent,
  /** Takes its places on both networks, told by the addresses that it has there. */
  join: async (lan: string, far: string): Promise<string> => {
    const [lanCable, farCable] = [interfaceWith(lan), interfaceWith(far)];
    await Promise.all(Object.values(lanAddresses).map((address) => own(address, lanCable)));
    // IPv6 answers for an address where it is alone.
    await own(lanAddresses.v6, farCable);
    await Promise.all(lanRanges.map((range) => route(range, lanCable)));
    await route('0.0.0.0/0', farCable);
    await route('::/0', farCable);
    return lanCable;
  },
  /** Opens the way to a console, and tells the address under which the service finds it. */
  openChannel: async (host: string, port: number): Promise<string> => {
    await opened?.relay.close();
    consoleHost = host;
    const relay = await openRelay(`http://${host}:${String(consolePort)}`, port);
    opened = { relay, channel: channelOf(relay) };
    return relay.url;
  },
  askConsole: (call: ConsoleCall): Promise<ScenarioAnswer> => sendHttp(onWire(call)),
  followConsole: (call: ConsoleCall): number => keepStream(followHttp(onWire(call))),
  cut: () => channel().cut(),
  mend: () => channel().mend(),
  loseAnswersToReports: () => channel().loseAnswersToReports(),
  requests: () => channel().requests(),
  sent: () => channel().sent(),
  inject: (text: string) => channel().inject(text),
  send: (call: HttpCall): Promise<ScenarioAnswer> => sendHttp(call),
};
export type ContainerHostAgent = typeof hostOutpost;

serveHere(hostOutpost);
