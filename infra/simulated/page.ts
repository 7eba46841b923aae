// Composes the HTTP server of the simulated studio's page and its steering API.
import { identity } from 'fp-ts/lib/function.js';
import { loadDocsPage, loadScreensPage } from '../../adapters/http/control/docs/docs.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { pageHeaders, staticFiles } from '../../adapters/http/server/static-files.js';
import {
  guardedServer,
  operationRoutes,
  type GuardedServerOptions,
} from '../../adapters/http/server/guarded-server.js';
import { passedCalls } from '../../adapters/http/steering/passed-calls.js';
import { referenceRoute, screenRoutes, steeringRoutes } from '../../adapters/http/steering/routes.js';
import { SystemClock } from '../../adapters/node/clock.js';
import type { Log } from '../../application/ports/log.js';
import { requestOf } from '../../simulator/api/addresses.js';
import { apiBase } from '../../simulator/api/base.js';
import type { SteeringOperation } from '../../simulator/api/operation.js';
import { connectionGrades } from '../service/connection-drivers.js';
import { streamEvents } from '../../simulator/api/records.js';
import { steeringOperations } from '../../simulator/api/operations.js';
import { steeredStudio } from '../../simulator/api/steering.js';
import type { ObservedService } from '../../simulator/api/service-records.js';
import { pageFolder } from '../../simulator/page-files.js';
import { gateway } from '../../simulator/panel/gateway.js';
import type { SteeredClock } from '../../simulator/simulation-clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { builtPage, referenceFolder, screensFolder } from '../machine/built-pages.js';
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

/** Creates a server for operations whose paths are complete. It doesn't listen yet. */
export const operationServer = (operations: readonly SteeringOperation[], log: Log): HttpServer =>
  guardedServer(operationRoutes('', operations), { log, names: [] });

/** Creates the server for the page and the steering. It doesn't listen yet. */
export const simulatorServer = async (host: SimulatorPage): Promise<HttpServer> => {
  const { studio, clock, service, wrap = identity, ...options } = host;
  const steered = steeredStudio(studio, clock, { real: new SystemClock(), log: options.log }, service);
  const operations = steeringOperations(steered).map(wrap);
  const eventsPath = requestOf('event.follow').path;
  const docs = `${apiBase}/docs`;
  const page = await builtPage("simulator's page", pageFolder, (folder) =>
    staticFiles(folder, '', { headers: pageHeaders({ 'frame-src': "'self'" }) }),
  );
  const files = await builtPage('reference page', referenceFolder, (folder) => staticFiles(folder, docs));
  const reference = await builtPage('reference page', referenceFolder, loadDocsPage);
  const screens = await builtPage('page for screens', screensFolder, loadScreensPage);
  const routes = [
    ...page,
    ...screens.files,
    ...screenRoutes(screens.page),
    ...(service === undefined
      ? []
      : [passedCalls(gateway(steered.client, { connect: service.connect, url: service.url, clock }))]),
    ...files,
    referenceRoute(docs, reference.page),
    ...steeringRoutes({
      base: apiBase,
      operations,
      events: streamEvents,
      grades: connectionGrades,
      eventsPath,
      feed: steered.feed,
      version,
    }),
  ];
  return guardedServer(routes, options);
};
