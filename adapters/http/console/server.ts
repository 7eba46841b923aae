// The console's HTTP server: the management API, the session, and the sync with the studios' services.
import { consoleCatalogue } from '../../../application/console/catalogue.js';
import type { ConsoleServices } from '../../../application/console/console-services.js';
import { configurationPublisher } from '../../../application/console/sync/configuration-publisher.js';
import { changeFeed, type ChangeFeed } from '../../../application/console/changes/change-feed.js';
import { signIns } from '../../../application/console/sign-in/sign-in.js';
import { ownNames, type OwnNames } from '../../../domain/access/browser-guard.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { failure } from '../../../domain/failure.js';
import type { Certificate } from '../server/certificate.js';
import { jsonReply } from '../server/reply.js';
import { createHttpServer, type Handler, type HttpServer } from '../server/server.js';
import { refusal } from './routes/replies.js';
import { endpointRoutes } from './routes/endpoint-routes.js';
import { eventRoutes } from './routes/event-routes.js';
import { whileStoreUnavailable } from './guard/store-unavailable.js';
import { guarded, type RequestGuardDeps } from './guard/request-guard.js';
import { byMethod } from './routes/methods.js';
import { consoleDocument } from './openapi/document.js';
import { forOperators } from './guard/operator.js';
import { sessionRoutes } from './routes/session-routes.js';
import { syncRoutes } from './routes/sync-routes.js';
import type { TrustedProxies } from './guard/client-address.js';

/** What a console is made of. */
export interface ConsoleServerDeps {
  readonly ports: ConsoleServices;
  /** Proxies that are believed about addresses and encryption; none unless told. */
  readonly trustedProxies?: TrustedProxies;
  /** Names under which browsers may reach it without encryption, beside IP literals and `localhost`. */
  readonly names?: OwnNames;
  /** Whether whoever comes from another machine must come encrypted; not unless told. */
  readonly encryptedOnly?: boolean;
  /** Its own certificate; it speaks TLS then. */
  readonly certificate?: Certificate | undefined;
  /** The version that its description tells, as in `1.2.3`. */
  readonly version?: string;
  /** Further routes, as of the page; they come under the same guard. */
  readonly pages?: ReadonlyMap<string, Handler>;
}

const unknown: Handler = ({ path, malformed }) =>
  malformed
    ? refusal(failure('invalid_parameter', 'expected valid percent-encoding of UTF-8 without NUL in path and query'))
    : refusal(failure('not_found', `there is no route ${redactTokens(path)}`));

/** The console's server, and a second one of the sync alone, for a service that runs beside it on the same machine. */
export interface ConsoleServer extends HttpServer {
  readonly beside: HttpServer;
}

type Routes = readonly (readonly [string, Handler])[];

const operatorRoutes = (
  { ports, trustedProxies = [], version = '0.0.0' }: ConsoleServerDeps,
  room: ChangeFeed,
): Routes => {
  const needs = { signIns: signIns(ports), trustedProxies, log: ports.log };
  const description = jsonReply(200, consoleDocument(version));
  return [
    ...endpointRoutes(consoleCatalogue, ports, needs),
    ...sessionRoutes({ ...needs, ports }),
    ...eventRoutes({ ...needs, newsroom: room }),
    ['/api/openapi.json', byMethod({ GET: forOperators(needs, () => description) })],
  ];
};

const guardNeeds = ({ trustedProxies = [], names, encryptedOnly = false }: ConsoleServerDeps): RequestGuardDeps => ({
  trustedProxies,
  names: names ?? ownNames('localhost', []),
  encryptedOnly,
});

const served = (routes: Routes, guard: (handler: Handler) => Handler): ReadonlyMap<string, Handler> =>
  new Map(routes.map(([path, handler]) => [path, guard(whileStoreUnavailable(handler))]));

/** Every studio holds a connection open: ten thousand of them, half as many again who come back before they are missed. */
const mostConnections = 16_384;

/** Makes the console's server, which doesn't listen yet. Closing it ends the streams to services and operators first. */
export const createConsoleServer = (serving: ConsoleServerDeps): ConsoleServer => {
  const { ports, certificate, pages = [] } = serving;
  const { connections: announcements, log } = ports;
  const room = changeFeed(ports);
  const sync = syncRoutes({ ...ports, courier: configurationPublisher(ports) });
  const guard = guarded(guardNeeds(serving));
  const routes = served([...operatorRoutes(serving, room), ...sync, ...pages], guard);
  const server = createHttpServer({
    routes,
    fallback: guard(unknown),
    certificate,
    maxConnections: mostConnections,
    log,
  });
  const beside = createHttpServer({ routes: served(sync, (handler) => handler), fallback: unknown, log });
  return {
    ...server,
    beside,
    close: async (graceMs) => {
      announcements.closeAll();
      room.endAll();
      await Promise.all([server.close(graceMs), beside.close(graceMs)]);
    },
  };
};
