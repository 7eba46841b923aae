// The service as a running part: composed, started, kept in step with the console, and stopped without leaving anybody waiting.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Container, type ContainerModule } from 'inversify';
import type { CallLogEntry } from '../adapters/http/control/call-log-entry.js';
import { docsPage } from '../adapters/http/control/docs/docs.js';
import { routeTable } from '../adapters/http/control/route-table.js';
import { controlRoutes } from '../adapters/http/control/routes.js';
import { createHttpServer, type HttpServer } from '../adapters/http/server/server.js';
import { consoleLink, type ConsoleLink } from './console-link.js';
import { callSentence } from '../adapters/log/terminal-line.js';
import { loadRuntimeState } from '../application/state/runtime-state-writer.js';
import type { RuntimeState } from '../domain/studio/runtime-state.js';
import { usableFolder } from './startup-errors.js';
import { ids } from './identifiers.js';
import { docsSources, referenceModule } from './reference.js';
import { dispatchModule, eventsModule, keptModule, presentModule, sequencesModule, serviceModule } from './modules.js';

/** A service that can be started and stopped. */
export interface Service {
  readonly container: Container;
  readonly server: HttpServer;
  /** Listens on `PORT` and `HOST`, and begins to follow the console where there is one. */
  readonly start: () => Promise<AddressInfo>;
  /** Answers whoever waits and ends, within 5 s. */
  readonly stop: () => Promise<void>;
}

/** How long running calls may go on once the service has to stop, and then how long their answers may take, milliseconds. */
const patienceMs = 2_500;
const lastWordMs = 1_000;

/** What acts by itself acts no more; a signal that pulses is switched off. Streams end: nothing more will happen. */
const sendNothingMore = (container: Container): void => {
  container.get(ids.macros).halt();
  container.get(ids.automations).halt();
  container.get(ids.pulsingLines).finish();
  container.get(ids.events).end();
};

/**
 * Stops in three steps: calls that wait may end while new ones are told 503, for as long as patience lasts; those that
 * still wait then are answered `ack_timeout`; once nobody waits any more, the connections are closed. What isn't
 * reported yet is reported, and kept on disk where the console doesn't take it.
 */
const stop = async (container: Container, server: HttpServer, { link, reporter }: ConsoleLink): Promise<void> => {
  container.get(ids.lifetime).stopping = true;
  sendNothingMore(container);
  const linkStopped = link.stop();
  const enough = new AbortController();
  const patience = delay(patienceMs, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([server.quiet(), patience]);
  enough.abort();
  container.get(ids.acknowledgements).abandon();
  await Promise.all([server.close(lastWordMs), linkStopped]);
  const keeper = container.get(ids.presentKeeper);
  keeper.stop();
  await Promise.all([keeper.settled(), reporter.stop().then(container.get(ids.reports).stop)]);
};

const everyAddress = '::';

/** Listens on IPv6 and IPv4 alike; where the machine has no IPv6, on IPv4. */
const listen = async (server: HttpServer, port: number, host: string): Promise<AddressInfo> =>
  server.listen(port, host).catch((error: unknown) => {
    if (host !== everyAddress || (error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
    return server.listen(port, '0.0.0.0');
  });

/** Every call gets one line in the service's own log, and its place in the request log. */
const logging = (container: Container): ((call: CallLogEntry) => void) => {
  const [clock, requests, log] = [container.get(ids.clock), container.get(ids.requestLog), container.get(ids.log)];
  const metrics = container.get(ids.metrics);
  return (call) => {
    metrics.called(call.status);
    requests.add({ time: new Date(clock.now()).toISOString(), ...call });
    log.info(callSentence, { ...call });
  };
};

/** What the studio was when the service ended, or what it is at first. */
const beginFrom = (container: Container): Promise<RuntimeState> =>
  loadRuntimeState(container.get(ids.layout), container.get(ids.keptPresent), container.get(ids.log));

/** Composes a service out of modules that bind the machine, a studio's layout and its devices. */
export const composeService = async (...modules: readonly ContainerModule[]): Promise<Service> => {
  const container = new Container();
  container.load(...modules, keptModule, sequencesModule, eventsModule, dispatchModule);
  await usableFolder(container.get(ids.settings).DATA_DIR, 'service');
  const left = await container.get(ids.keptReports).load();
  container.load(serviceModule(await container.get(ids.kept).load(), left));
  container.load(presentModule(await beginFrom(container)));
  const docs = await docsPage(docsSources);
  container.load(referenceModule(docs.page));
  const api = controlRoutes(routeTable, {
    dispatch: container.get(ids.dispatch),
    answered: logging(container),
  });
  const server = createHttpServer({
    ...api,
    routes: new Map([...api.routes, ...docs.files]),
    log: container.get(ids.log),
  });
  const { PORT, HOST } = container.get(ids.settings);
  const joined = consoleLink(container);
  container.get(ids.lifetime).cloudConnected = joined.link.connected;
  return {
    container,
    server,
    start: async () => {
      const bound = await listen(server, PORT, HOST);
      joined.link.start();
      joined.reporter.start();
      return bound;
    },
    stop: () => stop(container, server, joined),
  };
};
