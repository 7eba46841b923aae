// The console's HTTP server: the management API, the session, and the sync with the studios' services.
import { consoleCatalogue } from '../../../application/console/catalogue.js';
import type { ConsolePorts } from '../../../application/console/ports.js';
import { signIns } from '../../../application/console/sign-in.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { failure } from '../../../domain/failure.js';
import { createHttpServer, type Handler, type HttpServer } from '../server/server.js';
import { refusal } from './answers.js';
import { endpointRoutes } from './endpoint-routes.js';
import { guarded } from './origin-guard.js';
import { sessionRoutes } from './session-routes.js';
import { syncRoutes } from './sync-routes.js';
import type { TrustedProxies } from './whereabouts.js';

/** What a console is made of. */
export interface ConsoleServing {
  readonly ports: ConsolePorts;
  /** Proxies that are believed about addresses and encryption; none unless told. */
  readonly trustedProxies?: TrustedProxies;
  /** Further routes, as of the page; they come under the same guard. */
  readonly pages?: ReadonlyMap<string, Handler>;
}

const unknown: Handler = ({ path, malformed }) =>
  malformed
    ? refusal(failure('invalid_parameter', 'expected valid percent-encoding of UTF-8 without NUL in path and query'))
    : refusal(failure('not_found', `there is no route ${redactTokens(path)}`));

/** Every route of the console under the guard against pages of other origins. */
export const consoleRoutes = ({ ports, trustedProxies = [], pages }: ConsoleServing): ReadonlyMap<string, Handler> => {
  const needs = { signIns: signIns(ports), trustedProxies, log: ports.log };
  const routes = [
    ...endpointRoutes(consoleCatalogue, ports, needs),
    ...sessionRoutes(needs),
    ...syncRoutes(ports),
    ...(pages ?? []),
  ];
  return new Map(routes.map(([path, handler]) => [path, guarded(handler)]));
};

/** Makes the console's server, which doesn't listen yet. Closing it ends the streams to the services first. */
export const createConsoleServer = (serving: ConsoleServing): HttpServer => {
  const { announcements, log } = serving.ports;
  const server = createHttpServer({
    routes: consoleRoutes(serving),
    unknown: guarded(unknown),
    log,
  });
  return {
    ...server,
    close: (graceMs) => {
      announcements.cutOffAll();
      return server.close(graceMs);
    },
  };
};
