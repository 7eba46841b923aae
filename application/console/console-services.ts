// Everything the endpoints of the console may use; each endpoint names the few it needs.
import type { HashToken } from '../../domain/access/token.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { ConsoleStore } from '../ports/console-store.js';
import type { ConsoleSecrets, Passwords, HashSecret } from '../ports/console-secrets.js';
import type { ServiceConnections } from './sync/service-connections.js';

/** Everything the console's endpoints may ask for; each names the few it needs. */
export interface ConsoleServices {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly secrets: ConsoleSecrets;
  readonly passwords: Passwords;
  readonly hashToken: HashToken;
  readonly hashSecret: HashSecret;
  readonly connections: ServiceConnections;
  readonly log: Log;
}
