// The console's HTTP server: the management API, the session, and the sync with the studios' services.
import { consoleCatalogue } from '../../../application/console/catalogue.js';
import type { ConsolePorts } from '../../../application/console/ports.js';
import { courier } from '../../../application/console/courier.js';
import { newsroom, type Newsroom } from '../../../application/console/newsroom.js';
import { signIns } from '../../../application/console/sign-in.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { failure } from '../../../domain/failure.js';
import { createHttpServer, type Handler, type HttpServer } from '../server/server.js';
import { refusal } from './answers.js';
import { endpointRoutes } from './endpoint-routes.js';
import { eventRoutes } from './event-routes.js';
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

type Routes = readonly (readonly [string, Handler])[];

const ownRoutes = ({ ports, trustedProxies = [] }: ConsoleServing, room: Newsroom): Routes => {
  const needs = { signIns: signIns(ports), trustedProxies, log: ports.log };
  return [
    ...endpointRoutes(consoleCatalogue, ports, needs),
    ...sessionRoutes({ ...needs, ports }),
    ...eventRoutes({ ...needs, newsroom: room }),
    ...syncRoutes({ ...ports, courier: courier(ports) }),
  ];
};

/** Makes the console's server, which doesn't listen yet. Closing it ends the streams to services and operators first. */
export const createConsoleServer = (serving: ConsoleServing): HttpServer => {
  const { announcements, log } = serving.ports;
  const room = newsroom(serving.ports);
  const routes: Routes = [...ownRoutes(serving, room), ...(serving.pages ?? [])];
  const server = createHttpServer({
    // Every route comes under the guard against pages of other origins.
    routes: new Map(routes.map(([path, handler]) => [path, guarded(handler)])),
    unknown: guarded(unknown),
    log,
  });
  return {
    ...server,
    close: (graceMs) => {
      announcements.cutOffAll();
      room.endAll();
      return server.close(graceMs);
    },
  };
};
