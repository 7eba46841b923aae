// The identifiers that parts are bound to in the container.
import type { ServiceIdentifier } from 'inversify';
import type { CallReporter } from '../../adapters/cloud/call-reporter.js';
import type { DocsPage } from '../../adapters/http/control/docs/docs.js';
import type { ControlRoutes } from '../../adapters/http/control/routes.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import type { AsRunFiles } from '../../adapters/audit/as-run-files.js';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import type { AsRunDeps, SendAs } from '../../application/as-run/as-run.js';
import type { AuditLog } from '../../application/audit/audit-log.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import type { Dispatch } from '../../application/api/dispatch.js';
import type { AnsweredCalls } from '../../application/calls/answered-calls.js';
import type { CallObserver } from '../../application/calls/call-observer.js';
import type { CallReports } from '../../application/calls/call-reports.js';
import type { Acknowledgements } from '../../application/commands/acknowledgement.js';
import type { ActionRecords } from '../../application/commands/action-records.js';
import type { DevicesDeps, StudioDevices } from '../../application/commands/devices.js';
import type { Drivers } from '../../application/commands/drivers.js';
import type { Events } from '../../application/events/events.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import type { About } from '../../application/ports/about.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { Ledger } from '../../application/ledger/ledger.js';
import type { RecordCommand } from '../../application/ports/decided-commands.js';
import type { LedgerFile } from '../../application/ports/ledger-file.js';
import type { Log } from '../../application/ports/log.js';
import type { ReportFile } from '../../application/ports/report-file.js';
import type { RuntimeStateFile } from '../../application/ports/runtime-state-file.js';
import type { Secrets } from '../../application/ports/secrets.js';
import type { StepPorts } from '../../application/sequences/perform-step.js';
import type { FollowingDeps } from '../../application/tally/following-signals.js';
import type { TallyDisplayDeps } from '../../application/tally/tally-displays.js';
import type { CurrentLayout } from '../../application/state/current-layout.js';
import type { LayoutIntake } from '../../application/state/layout-intake.js';
import type { RuntimeStateWriter } from '../../application/state/runtime-state-writer.js';
import type { StudioState } from '../../application/state/studio-state.js';
import type { RuntimeState } from '../../domain/studio/runtime-state.js';
import type { ConsoleConnection } from './console-link.js';
import type { CertificateSource } from '../machine/certificate.js';
import type * as groups from './part-groups.js';
import type { RunningService } from './running-service.js';
import type { ServiceAddresses } from './service-addresses.js';
import type { Settings } from '../settings/settings.js';
import type { Stopping } from './stopping.js';

const identifier = <A>(name: string): ServiceIdentifier<A> => Symbol.for(name);

export const ids = {
  // Bound by the callers of `composeService`.
  settings: identifier<Settings>('Settings'),
  log: identifier<Log>('Log'),
  clock: identifier<Clock>('Clock'),
  /** The clock of the machine, for the disk. A simulated studio's clock stands still, or jumps while a file is written. */
  machineClock: identifier<Clock>('MachineClock'),
  secrets: identifier<Secrets>('Secrets'),
  currentLayout: identifier<CurrentLayout>('CurrentLayout'),
  drivers: identifier<Drivers>('Drivers'),
  isSimulated: identifier<boolean>('IsSimulated'),
  sendAs: identifier<SendAs>('SendAs'),

  // What is on disk.
  folder: identifier<string>('ServiceFolder'),
  audit: identifier<AuditLog>('AuditLog'),
  asRunFiles: identifier<AsRunFiles>('AsRunFiles'),
  configurationFile: identifier<ConfigurationFile>('ConfigurationFile'),
  runtimeStateFile: identifier<RuntimeStateFile>('RuntimeStateFile'),
  reportFile: identifier<ReportFile>('ReportFile'),
  ledgerFile: identifier<LedgerFile>('LedgerFile'),
  ledger: identifier<Ledger>('Ledger'),
  journaling: identifier<groups.Journaling>('Journaling'),
  initialRuntimeState: identifier<RuntimeState>('InitialRuntimeState'),
  access: identifier<AccessPolicyHolder>('AccessPolicyHolder'),
  runtimeStateWriter: identifier<RuntimeStateWriter>('RuntimeStateWriter'),
  reports: identifier<CallReports>('CallReports'),

  // The studio.
  studioDays: identifier<(ms: number) => string>('StudioDays'),
  asRunSending: identifier<Pick<AsRunDeps, 'acknowledgements' | 'sendAs'>>('AsRunSending'),
  asRun: identifier<RecordCommand>('AsRun'),
  alarms: identifier<Alarms>('Alarms'),
  studio: identifier<StudioState>('StudioState'),
  layoutIntake: identifier<LayoutIntake>('LayoutIntake'),
  statusSources: identifier<groups.StatusSources>('StatusSources'),
  devicesDeps: identifier<Omit<DevicesDeps, 'unknown'>>('DevicesDeps'),
  devices: identifier<StudioDevices>('StudioDevices'),
  followingDeps: identifier<FollowingDeps>('FollowingDeps'),
  tallyDisplayDeps: identifier<TallyDisplayDeps>('TallyDisplayDeps'),
  tallyActivity: identifier<groups.TallyActivity>('TallyActivity'),
  stepPorts: identifier<StepPorts>('StepPorts'),

  // Calls.
  stopping: identifier<Stopping>('Stopping'),
  acknowledgements: identifier<Acknowledgements>('Acknowledgements'),
  actions: identifier<ActionRecords>('ActionRecords'),
  activityRecords: identifier<groups.ActivityRecords>('ActivityRecords'),
  events: identifier<Events>('Events'),
  about: identifier<About>('About'),
  docs: identifier<DocsPage>('DocsPage'),
  controlServices: identifier<ControlServices>('ControlServices'),
  dispatch: identifier<Dispatch<ControlServices>>('Dispatch'),

  // Connections.
  certificate: identifier<CertificateSource | undefined>('Certificate'),
  callObserver: identifier<CallObserver>('CallObserver'),
  answeredCalls: identifier<AnsweredCalls>('AnsweredCalls'),
  watchedSources: identifier<groups.WatchedSources>('WatchedSources'),
  controlRoutes: identifier<ControlRoutes>('ControlRoutes'),
  server: identifier<HttpServer>('HttpServer'),
  addresses: identifier<ServiceAddresses>('ServiceAddresses'),
  consoleConnection: identifier<ConsoleConnection | undefined>('ConsoleConnection'),
  configurationLink: identifier<groups.ConsoleLink>('ConfigurationLink'),
  callReporter: identifier<CallReporter>('CallReporter'),
  consoleLinks: identifier<groups.ConsoleLinks>('ConsoleLinks'),

  // Groups.
  host: identifier<groups.Host>('Host'),
  studioParts: identifier<groups.StudioParts>('StudioParts'),
  sequences: identifier<groups.Sequences>('Sequences'),
  activity: identifier<groups.Activity>('Activity'),
  selfDescription: identifier<groups.SelfDescription>('SelfDescription'),
  shutdown: identifier<groups.Shutdown>('Shutdown'),
  storedState: identifier<groups.StoredState>('StoredState'),
  connections: identifier<groups.Connections>('Connections'),

  /** The root: the only part that is taken from the container. */
  service: identifier<RunningService>('Service'),
} as const;
