// The service as a running part: it listens, follows the console, and stops within a limited time.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { watchDevices } from '../../application/alarms/device-alarms.js';
import { watchGraphics } from '../../application/alarms/graphic-alarms.js';
import { warnOfExpiry } from '../../application/access/expiry-warnings.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import { noCertificate } from '../machine/certificate.js';
import type { Connections, Host, Shutdown, StoredState } from './part-groups.js';
import { cannotListen } from '../machine/startup-errors.js';
import type { BoundAddresses } from './service-addresses.js';
import type { Settings } from '../settings/settings.js';

/** A service that can be started and stopped, with the parts that tests observe and change. */
export interface RunningService extends Pick<
  ControlServices,
  'studio' | 'players' | 'signalLines' | 'cameras' | 'events' | 'requestLog' | 'alarms'
> {
  readonly server: HttpServer;
  readonly answeredCalls: Pick<Connections['answeredCalls'], 'watch'>;
  readonly access: StoredState['access'];
  readonly runtimeState: StoredState['runtimeState'];
  readonly layoutIntake: StoredState['layoutIntake'];
  /** Resolves when nothing waits for the disk. */
  readonly settled: () => Promise<unknown>;
  /**
   * Listens on `PORT` and `HOST`, with a certificate also for TLS, and follows the console if one is configured. Rejects
   * with a `StartupError` that names the setting when it can't listen.
   */
  readonly start: () => Promise<BoundAddresses>;
  /** Reads the certificate and the studio key again. */
  readonly reload: () => void;
  /** Answers all waiting calls and ends, within 5 s. */
  readonly stop: () => Promise<void>;
}

/** How long running calls may go on when the service stops, in milliseconds. */
const graceMs = 2_500;

/** How long the last responses may take after that, in milliseconds. */
const lastResponsesMs = 1_000;

/** Follows the console and the tallies. */
const startConnections = ({ link, reporter, tallies }: Connections): void => {
  link.start();
  reporter.start();
  tallies.start();
};

/** Ends what sends commands by itself, ends updates of graphics, switches pulsing signals off, and ends event streams. */
const endActivity = ({ macros, automations, graphics, signalLines, events }: ControlServices): void => {
  macros.stopAll();
  automations.stopAll();
  graphics.end();
  signalLines.endPulses();
  events.end();
};

/** Resolves when `done` does, or after some milliseconds. */
const atMost = async (ms: number, done: Promise<unknown>): Promise<void> => {
  const isDone = new AbortController();
  const time = delay(ms, undefined, { signal: isDone.signal }).catch(() => undefined);
  await Promise.race([done, time]);
  isDone.abort();
};

/**
 * Stops in three steps. New calls are answered 503 while waiting calls may end, within the grace period. Calls that still
 * wait then are answered `ack_timeout`. Then the connections are closed. Pending reports are sent, or stored on disk if
 * the console doesn't accept them.
 */
const stop = async (
  services: ControlServices,
  { server, answeredCalls, link, reporter, tallies }: Connections,
  { access, runtimeState, reports, journal, keyedCalls, asRunFiles }: StoredState,
  { stopping, acknowledgements }: Shutdown,
): Promise<void> => {
  stopping.begin();
  tallies.stop();
  endActivity(services);
  const linkStopped = link.stop();
  await atMost(graceMs, server.whenIdle());
  acknowledgements.abandon();
  // The server doesn't wait for calls whose callers have hung up. Their answers are stored too.
  await Promise.all([server.close(lastResponsesMs), atMost(lastResponsesMs, keyedCalls.settled()), linkStopped]);
  access.stop();
  await Promise.all([runtimeState.stop(), journal.close(), reporter.stop().then(reports.stop), asRunFiles.close()]);
  keyedCalls.stop();
  answeredCalls.flush();
};

const everyAddress = '::';

/** Listens on IPv6 and IPv4; only on IPv4 if the machine has no IPv6. */
const listenOn = async (
  setting: 'PORT' | 'TLS_PORT',
  listen: HttpServer['listen'],
  port: number,
  host: string,
): Promise<AddressInfo> =>
  listen(port, host)
    .catch((error: unknown) => {
      if (host !== everyAddress || (error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
      return listen(port, '0.0.0.0');
    })
    .catch(cannotListen(setting, host, port));

/** Default of `TLS_PORT`. */
const defaultTlsPort = 3443;

/** Listens on all addresses that the settings name. */
const listen = async (
  { listen: listenInClear, listenForTls }: HttpServer,
  { PORT, HOST, TLS_PORT = defaultTlsPort, TLS_HOST = HOST, TLS_CERT }: Settings,
): Promise<BoundAddresses> => {
  const bound = await listenOn('PORT', listenInClear, PORT, HOST);
  if (TLS_CERT === undefined) return bound;
  const { port } = await listenOn('TLS_PORT', listenForTls, TLS_PORT, TLS_HOST);
  return { ...bound, tls: { host: TLS_HOST, port } };
};

/** Returns a function that writes to the audit log that the service started or stopped. */
const runRecorder =
  (audit: Host['audit'], { about }: ControlServices, { access }: StoredState) =>
  (kind: 'started' | 'stopped'): void => {
    audit.record({ kind, program: about.version, version: access.current().configuration.version });
  };

/** Creates a service from its parts; it doesn't listen yet. */
export const runningService = (
  { settings, log, audit }: Host,
  services: ControlServices,
  connections: Connections,
  stored: StoredState,
  shutdown: Shutdown,
): RunningService => {
  const { studio, players, signalLines, cameras, events, requestLog, alarms, clock } = services;
  const { server, answeredCalls, certificate, link, addresses } = connections;
  const observed = { studio, players, signalLines, cameras, events, requestLog, alarms, answeredCalls };
  const followed = certificate?.follow(server.setCertificate, log) ?? noCertificate;
  const record = runRecorder(audit, services, stored);
  const endWatches = [watchDevices(services), watchGraphics(services)];
  /** Undefined until the service has started. */
  let endWarnings: (() => void) | undefined;
  return {
    server,
    ...observed,
    access: stored.access,
    runtimeState: stored.runtimeState,
    layoutIntake: stored.layoutIntake,
    settled: () => Promise.all([stored.runtimeState.settled(), stored.journal.settled()]),
    start: async () => {
      const bound = await listen(server, settings);
      addresses.setBound(bound);
      startConnections(connections);
      endWarnings = warnOfExpiry({ access: stored.access, clock, log });
      services.automations.startWithService();
      if (services.about.simulated) log.warn('the devices are simulated: no command reaches a real device');
      record('started');
      return bound;
    },
    reload: () => {
      followed.reload();
      link.reloadKey();
    },
    stop: async () => {
      endWarnings?.();
      for (const end of endWatches) end();
      followed.stop();
      await stop(services, connections, stored, shutdown);
      if (endWarnings !== undefined) record('stopped');
      await audit.close();
    },
  };
};
