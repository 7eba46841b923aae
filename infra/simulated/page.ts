// HTTP server for the simulated studio's page and its steering API.
import { identity } from 'fp-ts/lib/function.js';
import { loadDocsPage } from '../../adapters/http/control/docs/docs.js';
import { eventStream } from '../../adapters/http/server/event-stream.js';
import { jsonReply } from '../../adapters/http/server/reply.js';
import type { Handler, HttpServer } from '../../adapters/http/server/server.js';
import { pageSecurityHeaders, staticFiles } from '../../adapters/http/server/static-files.js';
import { steeringDocument } from '../../adapters/http/steering/document.js';
import { guardedServer, operationRoutes, type GuardedServerOptions } from '../../adapters/http/steering/mount.js';
import { SystemClock } from '../../adapters/node/clock.js';
import type { Log } from '../../application/ports/log.js';
import { requestOf } from '../../simulator/api/addresses.js';
import { apiBase } from '../../simulator/api/base.js';
import type { SteeringOperation } from '../../simulator/api/operation.js';
import { streamEvents } from '../../simulator/api/records.js';
import { steeringOperations } from '../../simulator/api/operations.js';
import { steeredStudio, type SteeredStudio } from '../../simulator/api/steering.js';
import type { ObservedService } from '../../simulator/api/service-records.js';
import { pageFolder } from '../../simulator/page-files.js';
import type { SteeredClock } from '../../simulator/simulation-clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { builtPage, referenceFolder } from '../machine/built-pages.js';
import { version } from '../machine/version.js';

/** Dependencies of the server. */
export interface SimulatorPage extends GuardedServerOptions {
  readonly studio: SimulatedStudio;
  readonly clock: SteeredClock;
  /** The service on the studio, if it runs in this process. */
  readonly service?: ObservedService;
  /** Wraps each operation of the steering. */
  readonly wrap?: (operation: SteeringOperation) => SteeringOperation;
}

/** Follows the studio. A client that reconnects goes on after its last event. */
const events =
  ({ feed }: Pick<SteeredStudio, 'feed'>): Handler =>
  ({ headers }) =>
    eventStream(({ send }) => {
      const lastId = headers['last-event-id'];
      return feed.subscribe(typeof lastId === 'string' ? lastId : undefined, send);
    });

/** Creates a server for operations whose paths are complete. It doesn't listen yet. */
export const operationServer = (operations: readonly SteeringOperation[], log: Log): HttpServer =>
  guardedServer(operationRoutes('', operations), { log, names: [] });

/** Returns the routes of the reference page. It is built for the path at which a service serves it. */
const referenceRoutes = async (): Promise<ReadonlyMap<string, Handler>> => {
  const path = `${apiBase}/docs`;
  const files = await builtPage('reference page', referenceFolder, (folder) => staticFiles(folder, path));
  const { page } = await builtPage('reference page', referenceFolder, loadDocsPage);
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...pageSecurityHeaders };
  const index = { status: 200, headers, body: page.replaceAll('"/api/v2/docs/', `"${path}/`) };
  return new Map([...files, [path, () => index]]);
};

/** Creates the server for the page and the steering. It doesn't listen yet. */
export const simulatorServer = async (host: SimulatorPage): Promise<HttpServer> => {
  const { studio, clock, service, wrap = identity, ...options } = host;
  const steered = steeredStudio(studio, clock, { real: new SystemClock(), log: options.log }, service);
  const operations = steeringOperations(steered).map(wrap);
  const document = jsonReply(200, steeringDocument({ base: apiBase, operations, events: streamEvents }, version));
  const page = await builtPage("simulator's page", pageFolder, (folder) => staticFiles(folder, ''));
  const reference = await referenceRoutes();
  const routes = [
    ...page,
    ...reference,
    ...operationRoutes(apiBase, operations),
    [requestOf('event.follow').path, events(steered)] as const,
    [`${apiBase}/openapi.json`, () => document] as const,
  ];
  return guardedServer(routes, options);
};
