// The service's connection to its console, if one is configured.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { askAnswerer, type AskAnswererDeps } from '../../adapters/cloud/ask-answerer.js';
import { callReporter, type CallReporter } from '../../adapters/cloud/call-reporter.js';
import { configurationLink, type ConfigurationLink } from '../../adapters/cloud/configuration-link.js';
import { consoleOrder } from '../../adapters/cloud/console-order.js';
import { consoleClient, type ConsoleClient } from '../../adapters/cloud/console-client.js';
import { failoverClient } from '../../adapters/cloud/failover-client.js';
import { logThrottle } from '../../adapters/cloud/log-throttle.js';
import { watchForwarder, type WatchForwarder } from '../../adapters/cloud/watch-forwarder.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { watchConsole } from '../../application/alarms/console-alarm.js';
import type { ServiceStatusSource } from '../../application/alarms/service-status.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import type { CallObserver } from '../../application/calls/call-observer.js';
import type { StudioEditor } from '../../application/editing/studio-editor.js';
import type { Audit } from '../../application/ports/audit.js';
import type { WatchedSource } from '../../application/ports/watched-source.js';
import type { LiveState } from '../../domain/console/live-state.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { configurationIntake } from '../../application/access/configuration-intake.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { CallReports } from '../../application/calls/call-reports.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { canonicalConfiguration } from '../../domain/access/canonical-configuration.js';
import { serviceSends, type ServiceSends, type WatchTopic } from '../../domain/console/service-sends.js';
import { readCertificates } from '../machine/certificate.js';
import type { Settings } from '../settings/settings.js';
import { isLoopbackHost, StartupError } from '../machine/startup-errors.js';
import { studioKeyOf } from './studio-key.js';

/** What the configuration link and the call reporter share. */
export interface ConsoleConnection {
  readonly client: ConsoleClient;
  /** Reads the studio key again, if it stands in a file. */
  readonly reloadKey: () => void;
  /** The clock of the network's time-outs. It is the machine's own, also if the studio's clock is a manual one. */
  readonly network: Clock;
  readonly random: () => number;
  readonly log: Log;
}

const inactive = { start: () => undefined, stop: () => Promise.resolve() };

/** Over http the studio key is sent in clear; by default only a console on this machine may be reached like that. */
const refuseClearText = (urls: readonly string[], isAllowed: boolean | undefined): void => {
  const isClear = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isLoopbackHost(hostname);
  if (isAllowed !== true && urls.some((url) => isClear(new URL(url))))
    throw new StartupError('CONSOLE_URL: expected https beyond loopback, or CONSOLE_INSECURE=1 to allow http');
};

/** Trusts the authority in the whole process. The receiver of the audit log has authorities of its own. */
const trustAuthority = (file: string): void => {
  setDefaultCACertificates([...getCACertificates('default'), readCertificates('CONSOLE_CA', file)]);
};

/** Prepares the connection; undefined if no console is configured. Throws `StartupError` for incomplete settings. */
export const consoleConnection = (settings: Settings, log: Log, studioId: string): ConsoleConnection | undefined => {
  const { CONSOLE_URL, CONSOLE_INSECURE, CONSOLE_CA, STUDIO_EDITING } = settings;
  const key = studioKeyOf(settings, log);
  if (CONSOLE_URL === undefined && key === undefined) return undefined;
  if (CONSOLE_URL === undefined) throw new StartupError('CONSOLE_URL: expected the console that STUDIO_KEY belongs to');
  if (key === undefined) throw new StartupError('STUDIO_KEY: expected the key that the console gave this studio');
  refuseClearText(CONSOLE_URL, CONSOLE_INSECURE);
  if (CONSOLE_CA !== undefined) trustAuthority(CONSOLE_CA);
  const network = new SystemClock();
  const studioKey = key.current;
  const sends: readonly ServiceSends[] = STUDIO_EDITING === 'on' ? [...serviceSends, 'editing'] : serviceSends;
  return {
    client: failoverClient(
      consoleOrder(studioId, CONSOLE_URL).map((url) => consoleClient({ url, studioId, studioKey, sends })),
    ),
    reloadKey: key.reload,
    network,
    random: Math.random,
    log: logThrottle(network, log),
  };
};

/** The link that receives configurations. */
export interface ConsoleLink extends ConfigurationLink {
  /** Reads the studio key again, if it stands in a file. */
  readonly reloadKey: () => void;
}

const noLink: ConsoleLink = {
  ...inactive,
  reloadKey: () => undefined,
  connected: () => false,
  watchConnected: () => () => undefined,
};

/** What the configurations of the console change. */
export interface ConfiguredService {
  readonly access: AccessPolicyHolder;
  readonly file: ConfigurationFile;
  readonly log: Log;
  readonly audit: Audit;
  readonly alarms: Alarms;
}

/** What the console shows of the service. */
export interface ShownService {
  readonly status: ServiceStatusSource;
  readonly observer: CallObserver;
  readonly liveState: WatchedSource<LiveState>;
  /** Undefined while editing is off. */
  readonly editor: StudioEditor | undefined;
  /** What operators read on request. */
  readonly reads: AskAnswererDeps['reads'];
}

/** Creates the link that receives configurations; one that is never connected if no console is configured. */
export const consoleLink = (
  connection: ConsoleConnection | undefined,
  { access, file, log, audit, alarms }: ConfiguredService,
  { status, observer, liveState, editor, reads }: ShownService,
): ConsoleLink => {
  if (connection === undefined) return noLink;
  const { client, network: clock, random } = connection;
  const intake = configurationIntake({ access, file, clock, log, audit, alarm: fileAlarm(alarms, 'configuration') });
  const version = (): number => access.current().configuration.version;
  const digest = (): string => hashSecret(canonicalConfiguration(access.current().configuration));
  const network = { clock, random, log: connection.log };
  const forwarders: Readonly<Record<WatchTopic, WatchForwarder>> = {
    calls: watchForwarder({ ...network, source: observer, sendBatch: client.sendCalls }),
    state: watchForwarder({ ...network, source: liveState, sendBatch: client.sendState }),
  };
  const onWatched = (topic: WatchTopic, watched: boolean): void => {
    forwarders[topic].setWatched(watched);
  };
  const asks = askAnswerer({ ...network, editor, reads, client });
  const link = configurationLink({
    ...network,
    client,
    intake,
    version,
    digest,
    status,
    onWatched,
    onAsk: asks.answer,
  });
  const stopWatching = watchConsole({ alarms, clock, console: link });
  return {
    ...link,
    reloadKey: connection.reloadKey,
    stop: () => {
      stopWatching();
      return Promise.all([link, asks, ...Object.values(forwarders)].map((part) => part.stop())).then(() => undefined);
    },
  };
};

/** Creates the reporter of calls; one that reports nothing if no console is configured. */
export const consoleReporter = (
  connection: ConsoleConnection | undefined,
  reports: CallReports,
  clock: Clock,
): CallReporter => (connection === undefined ? inactive : callReporter({ ...connection, reports, clock }));
