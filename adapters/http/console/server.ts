// The console's HTTP server: the management API, the session, the sync with services, and the page.
import { consoleCatalogue } from '../../../application/console/catalogue.js';
import type { ConsoleServices } from '../../../application/console/console-services.js';
import { configurationPublisher } from '../../../application/console/sync/configuration-publisher.js';
import { relayedCalls } from '../../../application/console/sync/call-forwarding.js';
import { relayedStates } from '../../../application/console/sync/live-states.js';
import { serviceHeartbeats } from '../../../application/console/sync/service-heartbeats.js';
import { watchRelay } from '../../../application/console/sync/watch-relay.js';
import { noPushDelays, pushDelays } from '../../../application/console/sync/push-delays.js';
import { changeFeed, type ChangeFeed } from '../../../application/console/changes/change-feed.js';
import { sessions } from '../../../application/console/sign-in/sessions.js';
import { providerSignIns, type ProviderSettings } from '../../../application/console/sign-in/provider-sign-in.js';
import { signIns } from '../../../application/console/sign-in/sign-in.js';
import { ownNames, type OwnNames } from '../../../domain/access/browser-guard.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { watchTopics } from '../../../domain/console/service-sends.js';
import { failure } from '../../../domain/failure.js';
import type { Certificate } from '../server/certificate.js';
import { maxConsoleConnections } from '../server/limits.js';
import { jsonReply, storedReply, type HttpReply } from '../server/reply.js';
import { createHttpServer, type Handler, type HttpServer, type HttpServerOptions } from '../server/server.js';
import { failureReply } from './routes/replies.js';
import { endpointRoutes } from './routes/endpoint-routes.js';
import { eventRoutes } from './routes/event-routes.js';
import { operatorStreams } from './guard/operator-streams.js';
import { withStoreUnavailableReply } from './guard/store-unavailable.js';
import { withRequestGuard, type RequestGuardDeps } from './guard/request-guard.js';
import { metricsRoutes, type OfferedMetrics } from './routes/metrics-route.js';
import { byMethod } from './routes/methods.js';
import { consoleDocument } from './openapi/document.js';
import { forOperators, type OperatorLookupDeps } from './guard/operator-lookup.js';
import { providerRoutes } from './routes/provider-routes.js';
import { secondFactorRoutes } from './routes/second-factor-routes.js';
import { sessionRoutes } from './routes/session-routes.js';
import { syncRoutes, type WatchRelays } from './routes/sync-routes.js';
import { watchRoutes } from './routes/watch-routes.js';
import type { TrustedProxies } from '../server/forwarded-address.js';

/** The dependencies and settings of the server. */
export interface ConsoleServerDeps {
  readonly ports: ConsoleServices;
  /** Proxies that are trusted about addresses and encryption. Default: none. */
  readonly trustedProxies?: TrustedProxies;
  /** Host names that browsers may use without encryption. Default: `localhost` and IP literals. */
  readonly names?: OwnNames;
  /** Whether requests from other hosts must be encrypted. Default: false. */
  readonly encryptedOnly?: boolean;
  /** Where operators without a password sign in. */
  readonly provider?: ProviderSettings | undefined;
  /** The certificate, with which the server uses TLS. */
  readonly certificate?: Certificate | undefined;
  /** The version in the OpenAPI document, such as `1.2.3`. */
  readonly version?: string;
  /** Where the process is measured. Default: nowhere. */
  readonly metrics?: OfferedMetrics;
  /** Limits of connections, instead of the defaults. */
  readonly connections?: Pick<HttpServerOptions, 'maxConnections' | 'isHost'>;
  /** Further routes, such as those of the page, behind the same guard. */
  readonly pages?: ReadonlyMap<string, Handler>;
}

const unknown: Handler = ({ path, malformed }) =>
  malformed
    ? failureReply(
        failure('invalid_parameter', 'expected valid percent-encoding of UTF-8 without NUL in path and query'),
      )
    : failureReply(failure('not_found', `there is no route ${redactTokens(path)}`));

/** The console's server, and a second server with only the sync routes for a service on the same host. */
export interface ConsoleServer extends HttpServer {
  readonly syncServer: HttpServer;
}

/** What streams to operators follow. */
interface Streams {
  readonly feed: ChangeFeed;
  readonly relays: WatchRelays;
}

type Routes = readonly (readonly [string, Handler])[];

const operatorRoutes = (
  { ports, trustedProxies = [], version = '0.0.0', provider }: ConsoleServerDeps,
  { feed, relays }: Streams,
  signedIn: Pick<OperatorLookupDeps, 'signIns' | 'sessions'>,
): Routes => {
  const { log, audit, secondFactors } = ports;
  const deps = { ...signedIn, trustedProxies, policy: secondFactors.policy, log, audit };
  const atProvider = provider && {
    settings: provider,
    signIns: providerSignIns(provider, ports, signedIn.sessions),
    trustedProxies,
  };
  // Made for the first request, because few processes are asked for it.
  let description: HttpReply | undefined;
  const describe = (): HttpReply => (description ??= storedReply(jsonReply(200, consoleDocument(version))));
  const streams = operatorStreams(deps);
  return [
    ...endpointRoutes(consoleCatalogue, ports, deps),
    ...sessionRoutes({ ...deps, ports }),
    ...secondFactorRoutes({ ...deps, ports }),
    ...providerRoutes(atProvider),
    ...eventRoutes({ ...deps, streams, changeFeed: feed }),
    ...watchRoutes({ ...deps, streams, store: ports.store, relays }),
    ['/api/openapi.json', byMethod({ GET: forOperators(deps, describe) })],
  ];
};

const guardDeps = ({ trustedProxies = [], names, encryptedOnly = false }: ConsoleServerDeps): RequestGuardDeps => ({
  trustedProxies,
  names: names ?? ownNames('localhost', []),
  encryptedOnly,
});

const withGuard = (routes: Routes, guard: (handler: Handler) => Handler): ReadonlyMap<string, Handler> =>
  new Map(routes.map(([path, handler]) => [path, guard(withStoreUnavailableReply(handler))]));

/** Creates the console's server, which doesn't listen yet. `close` first ends the streams to services and operators. */
export const createConsoleServer = (deps: ConsoleServerDeps): ConsoleServer => {
  const { ports, certificate, metrics, trustedProxies = [], pages = [] } = deps;
  const { connections, log } = ports;
  const feed = changeFeed(ports);
  const operatorSessions = sessions(ports);
  const operators = signIns(ports, operatorSessions);
  const measured = metrics === undefined ? noPushDelays : pushDelays({ ...ports, metrics: metrics.recorder });
  const { store, clock, secrets } = ports;
  const watching = { messages: store.messages, clock, id: secrets.id() };
  const relays: WatchRelays = { calls: watchRelay(watching, relayedCalls), state: watchRelay(watching, relayedStates) };
  const publisher = configurationPublisher(ports);
  const heartbeats = serviceHeartbeats({ messages: store.messages, clock, store });
  const sync = syncRoutes({ ...ports, publisher, pushDelays: measured, relays, heartbeats, trustedProxies });
  const guard = withRequestGuard(guardDeps(deps));
  const routes = withGuard(
    [
      ...operatorRoutes(deps, { feed, relays }, { signIns: operators, sessions: operatorSessions }),
      ...sync,
      ...metricsRoutes(metrics, ports),
      ...pages,
    ],
    guard,
  );
  const server = createHttpServer({
    routes,
    fallback: guard(unknown),
    certificate,
    maxConnections: maxConsoleConnections,
    ...deps.connections,
    log,
  });
  const syncServer = createHttpServer({ routes: withGuard(sync, (handler) => handler), fallback: unknown, log });
  return {
    ...server,
    syncServer,
    close: async (graceMs) => {
      connections.closeAll();
      feed.endAll();
      for (const topic of watchTopics) relays[topic].endAll();
      await Promise.all([server.close(graceMs), syncServer.close(graceMs)]);
      operators.flush();
    },
  };
};
