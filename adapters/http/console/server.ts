// The console's HTTP server: the management API, the session, the sync with services, and the page.
import { consoleCatalogue, type CataloguePorts } from '../../../application/console/catalogue.js';
import { getMetrics } from '../../../application/console/endpoints/content.js';
import { providerEndpoints, type ProviderPorts } from '../../../application/console/endpoints/provider-sign-in.js';
import { serviceEndpoints, type ServicePorts } from '../../../application/console/endpoints/service.js';
import type { CheckApiToken } from '../../../application/console/sign-in/api-token-check.js';
import type { ConsoleMetrics } from '../../../application/ports/console-metrics.js';
import { maxAskLength } from '../../../domain/console/studio-ask.js';
import { ownNames, type OwnNames } from '../../../domain/access/browser-guard.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { failure } from '../../../domain/failure.js';
import type { Certificate } from '../server/certificate.js';
import { maxConsoleConnections } from '../server/limits.js';
import { malformedTarget } from '../server/request-target.js';
import { createHttpServer, type Handler, type HttpServer, type HttpServerOptions } from '../server/server.js';
import { keptConnections } from './kept-connections.js';
import { mount, type MountDeps } from './routes/mount.js';
import { failureReply } from './routes/replies.js';
import { operatorStreams } from './guard/operator-streams.js';
import { withStoreUnavailableReply } from './guard/store-unavailable.js';
import { withRequestGuard, type RequestGuardDeps } from './guard/request-guard.js';
import type { TrustedProxies } from '../server/forwarded-address.js';

/** The metrics, and the token with which they are read; without a token there is no route. */
export interface OfferedMetrics {
  readonly recorder: ConsoleMetrics;
  readonly token?: string | undefined;
}

/** What the endpoints use. Those of an identity provider have no routes without it. */
export type ServerServices = CataloguePorts &
  ServicePorts &
  Partial<ProviderPorts> & { readonly checkApiToken: CheckApiToken };

/** The settings of the server. */
export interface ConsoleServerOptions {
  /** Proxies that are trusted about addresses and encryption. Default: none. */
  readonly trustedProxies?: TrustedProxies;
  /** Host names that browsers may use without encryption. Default: `localhost` and IP literals. */
  readonly names?: OwnNames;
  /** Whether requests from other hosts must be encrypted. Default: false. */
  readonly encryptedOnly?: boolean;
  /** The certificate, with which the server uses TLS. */
  readonly certificate?: Certificate | undefined;
  /** Where the process is measured. Default: nowhere. */
  readonly metrics?: OfferedMetrics;
  /** Limits of connections, instead of the defaults. */
  readonly connections?: Pick<HttpServerOptions, 'maxConnections' | 'isHost'>;
  /** Further routes, such as those of the page, behind the same guard. */
  readonly pages?: ReadonlyMap<string, Handler>;
}

const unknown: Handler = ({ path, malformed }) =>
  malformed
    ? failureReply(malformedTarget)
    : failureReply(failure('not_found', `there is no route ${redactTokens(path)}`));

/** The console's server, and a second server with only the sync routes for a service on the same host. */
export interface ConsoleServer extends HttpServer {
  readonly syncServer: HttpServer;
}

type Routes = readonly (readonly [string, Handler])[];

/** The endpoints of a provider and of metrics have no routes without them. */
const allRoutes = (
  services: ServerServices,
  { metrics, pages }: ConsoleServerOptions,
  deps: MountDeps,
  forServices: Routes,
): Routes => [
  ...mount(consoleCatalogue, services, deps),
  ...(services.providerSignIns ? mount(providerEndpoints, { providerSignIns: services.providerSignIns }, deps) : []),
  ...forServices,
  ...(metrics?.token === undefined ? [] : mount([getMetrics], { metrics: metrics.recorder }, deps)),
  ...(pages ?? []),
];

const guardDeps = ({ trustedProxies = [], names, encryptedOnly = false }: ConsoleServerOptions): RequestGuardDeps => ({
  trustedProxies,
  names: names ?? ownNames('localhost', []),
  encryptedOnly,
});

const withGuard = (routes: Routes, guard: (handler: Handler) => Handler): ReadonlyMap<string, Handler> =>
  new Map(routes.map(([path, handler]) => [path, guard(withStoreUnavailableReply(handler))]));

/** Creates the console's server, which doesn't listen yet. */
export const createConsoleServer = (services: ServerServices, options: ConsoleServerOptions): ConsoleServer => {
  const { certificate, metrics, trustedProxies = [] } = options;
  const { log } = services;
  const lookup = { ...services, trustedProxies, policy: services.secondFactors.policy };
  const mountDeps = { ...lookup, services, metricsToken: metrics?.token, openStream: operatorStreams(lookup) };
  const guard = withRequestGuard(guardDeps(options));
  const kept = keptConnections();
  const forServices: Routes = mount(serviceEndpoints, services, mountDeps).map(([path, handler]) => [
    path,
    kept.noted(handler),
  ]);
  const server = createHttpServer({
    routes: withGuard(allRoutes(services, options, mountDeps, forServices), guard),
    fallback: guard(unknown),
    certificate,
    maxConnections: maxConsoleConnections,
    maxBytes: maxAskLength,
    ...options.connections,
    log,
  });
  const routesOfServices = withGuard(forServices, (handler) => handler);
  const syncServer = createHttpServer({ routes: routesOfServices, fallback: unknown, maxBytes: maxAskLength, log });
  return {
    ...server,
    syncServer,
    stopAccepting: () => {
      for (const each of [server, syncServer]) each.stopAccepting();
      kept.closeIdle(server);
    },
    close: async (graceMs) => {
      await Promise.all([server.close(graceMs), syncServer.close(graceMs)]);
    },
  };
};
