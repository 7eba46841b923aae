// Runs in the host's namespace: studio, service and console on real sockets, steering on loopback, and calls from the
// host itself.
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { simulatorServer } from '../../../infra/simulated/page.js';
import type { ScenarioResponse, ConsoleCall } from '../driver.js';
import { openTestHost, type TestHost } from '../test-host.js';
import type { StoredEntry, StoredLog } from '../audit-log.js';
import { sendHttp, type HttpCall } from '../http.js';
import { silent } from '../silent-log.js';
import { callerAgent, registerStream } from '../caller-agent.js';
import { serve } from '../remote.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { steeringPort } from '../steering.js';
import { servicePort } from '../service-address.js';

let opened: { readonly host: TestHost; readonly steering: HttpServer } | undefined;

const running = () => {
  if (opened === undefined) throw new Error('no studio was opened');
  return opened;
};

const hostAgent = {
  ...callerAgent,
  open: async (): Promise<void> => {
    const host = await openTestHost({ PORT: String(servicePort), HOST: '::' });
    const { studio, clock } = host;
    const steering = await simulatorServer({ studio, clock: steeredManually(clock), log: silent, names: [] });
    await steering.listen(steeringPort, '127.0.0.1');
    opened = { host, steering };
  },
  close: async (): Promise<void> => {
    const { host, steering } = running();
    await steering.close(0);
    await host.close();
  },
  restart: (downMs?: number): Promise<void> => running().host.restart(downMs),
  restartExtended: (extension: unknown): Promise<void> => running().host.restartExtended(extension),
  restartWithoutData: (): Promise<void> => running().host.restartWithoutData(),
  callConsole: (call: ConsoleCall): Promise<ScenarioResponse> => running().host.cloud.callConsole(call),
  openConsoleStream: (call: ConsoleCall): number => registerStream(running().host.cloud.openConsoleStream(call)),
  auditLog: (part: StoredLog): readonly StoredEntry[] => running().host.auditLog(part),
  cut: () => running().host.cloud.channel.cut(),
  mend: () => running().host.cloud.channel.mend(),
  loseReportResponses: () => running().host.cloud.channel.loseReportResponses(),
  requests: () => running().host.cloud.channel.requests(),
  sent: () => running().host.cloud.channel.sent(),
  watches: () => running().host.cloud.channel.watches(),
  inject: (text: string) => running().host.cloud.channel.inject(text),
  send: (call: HttpCall): Promise<ScenarioResponse> => sendHttp(call),
};
export type NamespaceHostAgent = typeof hostAgent;

serve(hostAgent);
