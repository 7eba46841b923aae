// Runs on the host: the studio with its service on real sockets, the console beside it, the simulator's steering on
// loopback, and calls from the host itself.
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { simulatorServer } from '../../../infra/simulated/page.js';
import type { ScenarioAnswer, ConsoleCall } from '../driver.js';
import { openTestHost, type TestHost } from '../test-host.js';
import { sendHttp, type HttpCall } from '../http.js';
import { silent } from '../silent-log.js';
import { callerAgent, keepStream } from '../caller-agent.js';
import { serve } from '../remote.js';
import { steeringPort } from '../steering.js';
import { servicePort } from '../service-address.js';

let opened: { readonly host: TestHost; readonly steering: HttpServer } | undefined;

const running = () => {
  if (opened === undefined) throw new Error('no studio was opened');
  return opened;
};

const hostOutpost = {
  ...callerAgent,
  open: async (): Promise<void> => {
    const host = await openTestHost({ PORT: String(servicePort), HOST: '::' });
    const { studio, clock } = host;
    const steering = await simulatorServer({ studio, clock, log: silent, names: [] });
    await steering.listen(steeringPort, '127.0.0.1');
    opened = { host, steering };
  },
  close: async (): Promise<void> => {
    const { host, steering } = running();
    await steering.close(0);
    await host.close();
  },
  restart: (): Promise<void> => running().host.restart(),
  restartAfresh: (): Promise<void> => running().host.restartAfresh(),
  askConsole: (call: ConsoleCall): Promise<ScenarioAnswer> => running().host.cloud.askConsole(call),
  followConsole: (call: ConsoleCall): number => keepStream(running().host.cloud.followConsole(call)),
  cut: () => running().host.cloud.channel.cut(),
  mend: () => running().host.cloud.channel.mend(),
  loseAnswersToReports: () => running().host.cloud.channel.loseAnswersToReports(),
  requests: () => running().host.cloud.channel.requests(),
  sent: () => running().host.cloud.channel.sent(),
  inject: (text: string) => running().host.cloud.channel.inject(text),
  send: (call: HttpCall): Promise<ScenarioAnswer> => sendHttp(call),
};
export type NamespaceHostAgent = typeof hostOutpost;

serve(hostOutpost);
