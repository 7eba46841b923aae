// Runs in a container that shares the network of the service: calls from the host itself, the connection to the console,
// and steering on loopback.
import { callerAgent, registerStream } from '../caller-agent.js';
import { channelOf } from '../channel.js';
import type { ScenarioResponse, ConsoleChannel, ConsoleCall } from '../driver.js';
import { openHttpStream, sendHttp, type HttpCall } from '../http.js';
import { openRelay, type Relay } from '../relay.js';
import { lanAddresses } from '../service-address.js';
import { consoleCallTo } from '../console-call.js';
import { interfaceWith, own, route } from './addresses.js';
import { serveHere } from './serve-agent.js';

const consolePort = 3010;

/** The address ranges of the LAN; all other addresses are on the outside network. */
const lanRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7'];

let opened: { readonly relay: Relay; readonly channel: ConsoleChannel } | undefined;
let consoleHost = '';

const channel = (): ConsoleChannel => {
  if (opened === undefined) throw new Error('openChannel was not called yet');
  return opened.channel;
};

const toConsole = (call: ConsoleCall): HttpCall => consoleCallTo({ host: consoleHost, port: consolePort })(call);

const hostAgent = {
  ...callerAgent,
  /** Configures addresses and routes, given the container's address on each network. Returns the LAN interface. */
  join: async (lan: string, outside: string): Promise<string> => {
    const [lanInterface, outsideInterface] = [interfaceWith(lan), interfaceWith(outside)];
    await Promise.all(Object.values(lanAddresses).map((address) => own(address, lanInterface)));
    // IPv6 answers for an address only on the interface that has it.
    await own(lanAddresses.v6, outsideInterface);
    await Promise.all(lanRanges.map((range) => route(range, lanInterface)));
    await route('0.0.0.0/0', outsideInterface);
    await route('::/0', outsideInterface);
    return lanInterface;
  },
  /** Connects to a console, and returns the console's address for the service. */
  openChannel: async (host: string, port: number): Promise<string> => {
    await opened?.relay.close();
    consoleHost = host;
    const relay = await openRelay(`http://${host}:${String(consolePort)}`, port);
    opened = { relay, channel: channelOf(relay) };
    return relay.url;
  },
  callConsole: (call: ConsoleCall): Promise<ScenarioResponse> => sendHttp(toConsole(call)),
  openConsoleStream: (call: ConsoleCall): number => registerStream(openHttpStream(toConsole(call))),
  cut: () => channel().cut(),
  mend: () => channel().mend(),
  loseReportResponses: () => channel().loseReportResponses(),
  requests: () => channel().requests(),
  sent: () => channel().sent(),
  watches: () => channel().watches(),
  inject: (text: string) => channel().inject(text),
  send: (call: HttpCall): Promise<ScenarioResponse> => sendHttp(call),
};
export type ContainerHostAgent = typeof hostAgent;

serveHere(hostAgent);
