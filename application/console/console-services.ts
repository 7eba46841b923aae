// The ports and services that the endpoints of the console use.
import type { HashToken } from '../../domain/access/token.js';
import type { Audit } from '../ports/audit.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { ConsoleStore } from '../ports/console-store.js';
import type { SendSigned } from '../ports/webhooks.js';
import type { ConsoleSecrets, Passwords, HashesEqual, HashSecret } from '../ports/console-secrets.js';
import type { SecondFactorSettings } from './sign-in/second-factor-settings.js';
import type { SessionLimits } from './sign-in/session-limits.js';
import type { RefusedServices } from './sync/refused-services.js';
import type { StudioRecords } from './find/studio-records.js';
import type { ServiceConnections } from './sync/service-connections.js';

/** Everything an endpoint of the console may use. Each endpoint picks what it needs. */
export interface ConsoleServices {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly secrets: ConsoleSecrets;
  readonly passwords: Passwords;
  readonly hashToken: HashToken;
  readonly hashSecret: HashSecret;
  readonly hashesEqual: HashesEqual;
  readonly connections: ServiceConnections;
  readonly refusedServices: RefusedServices;
  readonly records: StudioRecords;
  readonly sessionLimits: SessionLimits;
  readonly secondFactors: SecondFactorSettings;
  /** Sends messages of webhooks; absent if the console is set to send none. */
  readonly sendWebhook?: SendSigned | undefined;
  readonly log: Log;
  readonly audit: Audit;
}
