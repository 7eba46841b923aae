// The service as a running part: it listens, follows the console, and stops within a limited time.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { AsRunFiles } from '../../adapters/audit/as-run-files.js';
import type { CallReporter } from '../../adapters/cloud/call-reporter.js';
import type { LocalAnswers } from '../../adapters/http/local/local-socket.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { watchBackups } from '../../application/alarms/backup-alarms.js';
import { watchDevices } from '../../application/alarms/device-alarms.js';
import { watchGraphics } from '../../application/alarms/graphic-alarms.js';
import { warnOfExpiry } from '../../application/access/expiry-warnings.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import type { AuditLog } from '../../application/audit/audit-log.js';
import type { AnsweredCalls } from '../../application/calls/answered-calls.js';
import type { CallReports } from '../../application/calls/call-reports.js';
import type { Acknowledgements } from '../../application/commands/acknowledgement.js';
import type { Ledger } from '../../application/ledger/ledger.js';
import type { Log } from '../../application/ports/log.js';
import type { StudioEditor } from '../../application/editing/studio-editor.js';
import type { LayoutIntake } from '../../application/state/layout-intake.js';
import type { RuntimeStateWriter } from '../../application/state/runtime-state-writer.js';
import type { Webhooks } from '../../application/webhooks/webhooks.js';
import { noCertificate, type CertificateSource } from '../machine/certificate.js';
import type { ConsoleLink } from './console-link.js';
import { cannotListen } from '../machine/startup-errors.js';
import type { StartFollowers } from './followers.js';
import type { BoundAddresses, ServiceAddresses } from './service-addresses.js';
import type { Settings } from '../settings/settings.js';

/** A flag that can be set once: whether the service has begun to stop. */
export interface Stopping {
  readonly begin: () => void;
  readonly isStopping: () => boolean;
}

/** Creates a flag that isn't set. */
export const stopping = (): Stopping => {
  let hasBegun = false;
  return {
    begin: () => {
      hasBegun = true;
    },
    isStopping: () => hasBegun,
  };
};

/** The parts that are started and stopped. */
export interface ServiceParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly audit: AuditLog;
  readonly services: ControlServices;
  readonly access: AccessPolicyHolder;
  readonly runtimeState: RuntimeStateWriter;
  readonly layoutIntake: LayoutIntake;
  /** Undefined if editing is off. */
  readonly editor: StudioEditor | undefined;
  readonly equipment: LocalAnswers;
  readonly reports: CallReports;
  readonly journal: Ledger['journal'];
  readonly keyedCalls: Ledger['keyedCalls'];
  readonly asRunFiles: AsRunFiles;
  readonly acknowledgements: Acknowledgements;
  readonly stopping: Stopping;
  readonly answeredCalls: AnsweredCalls;
  readonly link: ConsoleLink;
  readonly reporter: CallReporter;
  readonly startFollowers: StartFollowers;
  readonly webhooks: Webhooks;
  /** The certificate for TLS; undefined if none is configured. */
  readonly certificate: CertificateSource | undefined;
  readonly server: HttpServer;
  readonly addresses: ServiceAddresses;
}

/** A service that can be started and stopped, with the parts that tests observe and change. */
export interface RunningService extends Pick<
  ControlServices,
  'studio' | 'players' | 'signalLines' | 'cameras' | 'automations' | 'events' | 'requestLog' | 'alarms'
> {
  readonly server: HttpServer;
  readonly answeredCalls: Pick<AnsweredCalls, 'watch'>;
  readonly access: AccessPolicyHolder;
  readonly runtimeState: RuntimeStateWriter;
  readonly layoutIntake: LayoutIntake;
  readonly editor: StudioEditor | undefined;
  readonly equipment: LocalAnswers;
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

/** Ends what sends commands by itself, ends updates of graphics, switches pulsing signals off, and ends event streams. */
const endActivity = ({ stopPlaylists, macros, automations, graphics, signalLines, events }: ControlServices): void => {
  stopPlaylists();
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
const stop = async (parts: ServiceParts, endFollowers: () => readonly unknown[]): Promise<void> => {
  const { server, access, runtimeState, reports, journal, keyedCalls, reporter } = parts;
  parts.stopping.begin();
  const left = atMost(lastResponsesMs, Promise.all(endFollowers()));
  endActivity(parts.services);
  parts.editor?.stop();
  const linkStopped = parts.link.stop();
  await atMost(graceMs, server.whenIdle());
  parts.acknowledgements.abandon();
  // The server doesn't wait for calls whose callers have hung up. Their answers are stored too.
  await Promise.all([server.close(lastResponsesMs), atMost(lastResponsesMs, keyedCalls.settled()), linkStopped, left]);
  access.stop();
  const reported = reporter.stop().then(reports.stop);
  // What the last calls have done waits on disk for the next start.
  const stored = [runtimeState.stop(), journal.close(), parts.asRunFiles.close(), parts.webhooks.stop()];
  await Promise.all([...stored, reported]);
  keyedCalls.stop();
  parts.answeredCalls.flush();
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

const endAll = (ends: readonly (() => unknown)[]): readonly unknown[] => ends.map((end) => end());

/** Creates a service from its parts; it doesn't listen yet. */
export const runningService = (parts: ServiceParts): RunningService => {
  const { settings, log, audit, services, access, runtimeState, layoutIntake, server, answeredCalls, link } = parts;
  const { studio, players, signalLines, cameras, events, requestLog, alarms, clock, about } = services;
  const followed = parts.certificate?.follow(server.setCertificate, log) ?? noCertificate;
  const endWatches = [watchDevices(services), watchBackups(services), watchGraphics(services)];
  let followers: readonly (() => unknown)[] = [];
  /** Undefined until the service has started. */
  let endWarnings: (() => void) | undefined;
  const record = (kind: 'started' | 'stopped'): void => {
    audit.record({ kind, program: about.version, version: access.current().configuration.version });
  };
  return {
    ...{ server, studio, players, signalLines, cameras, events, requestLog, alarms, answeredCalls },
    automations: services.automations,
    ...{ access, runtimeState, layoutIntake, editor: parts.editor, equipment: parts.equipment },
    settled: () => Promise.all([runtimeState.settled(), parts.journal.settled(), parts.webhooks.settled()]),
    start: async () => {
      const bound = await listen(server, settings);
      parts.addresses.setBound(bound);
      link.start();
      parts.reporter.start();
      followers = parts.startFollowers();
      parts.webhooks.start();
      endWarnings = warnOfExpiry({ access, clock, log });
      services.automations.startWithService();
      record('started');
      return bound;
    },
    reload: () => {
      followed.reload();
      link.reloadKey();
    },
    stop: async () => {
      endWarnings?.();
      endAll(endWatches);
      followed.stop();
      await stop(parts, () => endAll(followers));
      if (endWarnings !== undefined) record('stopped');
      await audit.close();
    },
  };
};
