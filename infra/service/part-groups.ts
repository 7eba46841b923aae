// Groups of parts that are injected together.
import type { AsRunFiles } from '../../adapters/audit/as-run-files.js';
import type { CallReporter } from '../../adapters/cloud/call-reporter.js';
import type { ConfigurationLink } from '../../adapters/cloud/configuration-link.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import type { AuditLog } from '../../application/audit/audit-log.js';
import type { WatchedSource } from '../../application/ports/watched-source.js';
import type { LiveState } from '../../domain/console/live-state.js';
import type { AnsweredCalls } from '../../application/calls/answered-calls.js';
import type { CallObserver } from '../../application/calls/call-observer.js';
import type { CallReports } from '../../application/calls/call-reports.js';
import type { Acknowledgements } from '../../application/commands/acknowledgement.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import type { Ledger } from '../../application/ledger/ledger.js';
import type { RecordCommand } from '../../application/ports/decided-commands.js';
import type { Log } from '../../application/ports/log.js';
import type { Secrets } from '../../application/ports/secrets.js';
import type { LayoutIntake } from '../../application/state/layout-intake.js';
import type { PanelTargetsSource } from '../../application/state/panel-targets.js';
import type { RuntimeStateWriter } from '../../application/state/runtime-state-writer.js';
import type { CertificateSource } from '../machine/certificate.js';
import type { Settings } from '../settings/settings.js';
import type { ServiceAddresses } from './service-addresses.js';
import type { Stopping } from './stopping.js';

/** What the process provides to the service. */
export interface Host {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly audit: AuditLog;
}

/** The studio's state, its devices, its graphics and its clock. */
export type StudioParts = Pick<
  ControlServices,
  'clock' | 'studio' | 'players' | 'graphics' | 'signalLines' | 'cameras'
>;

/** What runs steps by itself. */
export type Sequences = Pick<ControlServices, 'macros' | 'automations'>;

/** The records that calls and devices leave: alarms, actions and events. */
export type ActivityRecords = Pick<ControlServices, 'alarms' | 'actions' | 'events'>;

/** What records and reports the service's activity. */
export type Activity = Pick<ControlServices, 'alarms' | 'requestLog' | 'actions' | 'events' | 'metrics'>;

/** What operators watch. */
export interface WatchedSources {
  readonly observer: CallObserver;
  readonly liveState: WatchedSource<LiveState>;
}

/** What the service's status is read from, and what operators watch. */
export interface StatusSources extends WatchedSources {
  readonly alarms: Alarms;
  readonly layoutIntake: Pick<LayoutIntake, 'refusal' | 'watchRefusal'>;
  readonly panels: PanelTargetsSource;
}

/** What the service publishes about itself. */
export type SelfDescription = Pick<ControlServices, 'about' | 'reference'>;

/** What ends calls when the service stops. */
export interface Shutdown {
  readonly stopping: Stopping;
  readonly acknowledgements: Acknowledgements;
}

/** What keeps a crash from sending a call twice, and what records the commands that were sent. */
export interface Journaling extends Ledger {
  readonly asRun: RecordCommand;
  readonly asRunFiles: AsRunFiles;
}

/** State from the disk: what survives a restart, the studio file and the as-run log. */
export interface StoredState extends Journaling {
  readonly access: AccessPolicyHolder;
  readonly runtimeState: RuntimeStateWriter;
  readonly reports: CallReports;
  readonly layoutIntake: LayoutIntake;
}

/** The configuration link of a service. */
export interface ConsoleLink extends ConfigurationLink {
  /** Reads the studio key again, if it stands in a file. */
  readonly reloadKey: () => void;
}

/** What follows tallies while the service runs. */
export interface TallyActivity {
  readonly start: () => void;
  /** Switches and sends nothing more. */
  readonly stop: () => void;
}

/** What connects the service with its console. */
export interface ConsoleLinks {
  readonly link: ConsoleLink;
  readonly addresses: ServiceAddresses;
  readonly reporter: CallReporter;
}

/** What connects the service with its callers, its console and what follows its tallies. */
export interface Connections extends ConsoleLinks {
  readonly server: HttpServer;
  /** The certificate for TLS; undefined if none is configured. */
  readonly certificate: CertificateSource | undefined;
  readonly answeredCalls: AnsweredCalls;
  readonly tallies: TallyActivity;
}
