// The console's HTTP server: the management API, the session, the sync with services, and the page.
import { consoleCatalogue } from '../../../application/console/catalogue.js';
import type { ConsoleServices } from '../../../application/console/console-services.js';
import { configurationPublisher } from '../../../application/console/sync/configuration-publisher.js';
import { relayedCalls } from '../../../application/console/sync/call-forwarding.js';
import { relayedStates } from '../../../application/console/sync/live-states.js';
import { serviceHeartbeats } from '../../../application/console/sync/service-heartbeats.js';
import { watchRelay } from '../../../application/console/sync/watch-relay.js';
import { noPushDelays, pushDelays } from '../../../application/console/sync/push-delays.js';
import { changeFeed } from '../../../application/console/changes/change-feed.js';
import { sharedReads } from '../../../application/console/changes/shared-reads.js';
import { getMetrics } from '../../../application/console/endpoints/content.js';
import type { Content } from '../../../application/console/endpoints/endpoint.js';
import { providerEndpoints, providerPath } from '../../../application/console/endpoints/provider-sign-in.js';
import { serviceEndpoints } from '../../../application/console/endpoints/service.js';
import { sessions } from '../../../application/console/sign-in/sessions.js';
import { providerSignIns, type ProviderSettings } from '../../../application/console/sign-in/provider-sign-in.js';
import { signIns } from '../../../application/console/sign-in/sign-in.js';
import type { ConsoleMetrics } from '../../../application/ports/console-metrics.js';
import { ownNames, type OwnNames } from '../../../domain/access/browser-guard.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { watchTopics } from '../../../domain/console/service-sends.js';
import { failure } from '../../../domain/failure.js';
import type { Certificate } from '../server/certificate.js';
import { maxConsoleConnections } from '../server/limits.js';
import { createHttpServer, type Handler, type HttpServer, type HttpServerOptions } from '../server/server.js';
import { mount, type MountDeps } from './routes/mount.js';
import { failureReply } from './routes/replies.js';
import { operatorStreams } from './guard/operator-streams.js';
import { withStoreUnavailableReply } from './guard/store-unavailable.js';
import { withRequestGuard, type RequestGuardDeps } from './guard/request-guard.js';
import { consoleDocument } from './openapi/document.js';
import type { TrustedProxies } from '../server/forwarded-address.js';

/** The metrics, and the token with which they are read; without a token there is no route. */
export interface OfferedMetrics {
  readonly recorder: ConsoleMetrics;
  readonly token?: string | undefined;
}

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

type Routes = readonly (readonly [string, Handler])[];

const jsonContent = (value: unknown): Content => ({
  text: Buffer.from(JSON.stringify(value)),
  contentType: 'application/json; charset=utf-8',
});

/** Returns the services that are made for one server. */
const serverServices = (deps: ConsoleServerDeps) => {
  const { ports, provider, metrics, version = '0.0.0' } = deps;
  const { store, clock, secrets } = ports;
  const operatorSessions = sessions(ports);
  const watching = { messages: store.messages, clock, id: secrets.id() };
  const share = sharedReads<boolean>();
  // Made for the first request, because few processes are asked for it.
  let document: Content | undefined;
  return {
    ...ports,
    sessions: operatorSessions,
    signIns: signIns(ports, operatorSessions),
    offeredProvider: provider ? { name: provider.provider.name, url: provider.publicUrl + providerPath } : null,
    changeFeed: changeFeed(ports),
    relays: { calls: watchRelay(watching, relayedCalls), state: watchRelay(watching, relayedStates) },
    isKnown: (id: string) => share(id, async () => (await store.syncStatuses([id])).length > 0),
    publisher: configurationPublisher(ports),
    heartbeats: serviceHeartbeats({ messages: store.messages, clock, store }),
    pushDelays: metrics === undefined ? noPushDelays : pushDelays({ ...ports, metrics: metrics.recorder }),
    document: () => (document ??= jsonContent(consoleDocument(version))),
  };
};

type ServerServices = ReturnType<typeof serverServices>;

/** The endpoints of a provider and of metrics have no routes without them. */
const allRoutes = (
  { provider, metrics, pages }: ConsoleServerDeps,
  services: ServerServices,
  deps: MountDeps,
): Routes => [
  ...mount(consoleCatalogue, services, deps),
  ...(provider
    ? mount(providerEndpoints, { providerSignIns: providerSignIns(provider, services, services.sessions) }, deps)
    : []),
  ...mount(serviceEndpoints, services, deps),
  ...(metrics?.token === undefined ? [] : mount([getMetrics], { metrics: metrics.recorder }, deps)),
  ...(pages ?? []),
];

const guardDeps = ({ trustedProxies = [], names, encryptedOnly = false }: ConsoleServerDeps): RequestGuardDeps => ({
  trustedProxies,
  names: names ?? ownNames('localhost', []),
  encryptedOnly,
});

const withGuard = (routes: Routes, guard: (handler: Handler) => Handler): ReadonlyMap<string, Handler> =>
  new Map(routes.map(([path, handler]) => [path, guard(withStoreUnavailableReply(handler))]));

/** Creates the console's server, which doesn't listen yet. `close` first ends the streams to services and operators. */
export const createConsoleServer = (deps: ConsoleServerDeps): ConsoleServer => {
  const { ports, certificate, metrics, trustedProxies = [] } = deps;
  const { connections, log } = ports;
  const services = serverServices(deps);
  const lookup = { ...services, trustedProxies, policy: ports.secondFactors.policy };
  const mountDeps = { ...lookup, services, metricsToken: metrics?.token, openStream: operatorStreams(lookup) };
  const guard = withRequestGuard(guardDeps(deps));
  const server = createHttpServer({
    routes: withGuard(allRoutes(deps, services, mountDeps), guard),
    fallback: guard(unknown),
    certificate,
    maxConnections: maxConsoleConnections,
    ...deps.connections,
    log,
  });
  const forServices = withGuard(mount(serviceEndpoints, services, mountDeps), (handler) => handler);
  const syncServer = createHttpServer({ routes: forServices, fallback: unknown, log });
  return {
    ...server,
    syncServer,
    close: async (graceMs) => {
      connections.closeAll();
      services.changeFeed.endAll();
      for (const topic of watchTopics) services.relays[topic].endAll();
      await Promise.all([server.close(graceMs), syncServer.close(graceMs)]);
      services.signIns.flush();
    },
  };
};
