// Under which identifier each part is bound in the containers.
import type { ServiceIdentifier } from 'inversify';
import type { About } from '../application/ports/about.js';
import type { AccessPolicyHolder } from '../application/access/access-policy-holder.js';
import type { ActionRecords } from '../application/commands/action-records.js';
import type { Acknowledgements } from '../application/commands/acknowledgement.js';
import type { Automations } from '../application/sequences/automations.js';
import type { ConfigurationFile } from '../application/access/configuration-intake.js';
import type { Dispatch } from '../application/api/dispatch.js';
import type { Drivers } from '../application/commands/drivers.js';
import type { MetricsDeps } from '../adapters/metrics/metrics-deps.js';
import type { Metrics } from '../application/ports/metrics.js';
import type { Events, EventsDeps } from '../application/events/events.js';
import type { Macros } from '../application/sequences/macros.js';
import type { Cameras } from '../application/ports/cameras.js';
import type { Clock } from '../application/ports/clock.js';
import type { ControlServices } from '../application/operations/control-services.js';
import type { Log } from '../application/ports/log.js';
import type { Players } from '../application/ports/players.js';
import type { Reference } from '../application/ports/reference.js';
import type { Secrets } from '../application/ports/secrets.js';
import type { SignalLines } from '../application/ports/signal-lines.js';
import type { StudioState } from '../application/state/studio-state.js';
import type { RuntimeStateFile, RuntimeStateWriter } from '../application/state/runtime-state-writer.js';
import type { PulsedSignalLines } from '../application/commands/pulses.js';
import type { CallReports } from '../application/calls/call-reports.js';
import type { ReportFile } from '../application/calls/report-writer.js';
import type { RequestLog } from '../application/calls/request-log.js';
import type { StepPorts } from '../application/sequences/steps.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import type { Settings } from './settings.js';

const identifier = <A>(name: string): ServiceIdentifier<A> => Symbol.for(name);

export const ids = {
  settings: identifier<Settings>('Settings'),
  log: identifier<Log>('Log'),
  clock: identifier<Clock>('Clock'),
  secrets: identifier<Secrets>('Secrets'),
  layout: identifier<StudioLayout>('StudioLayout'),
  drivers: identifier<Drivers>('Drivers'),
  players: identifier<Players>('Players'),
  signalLines: identifier<SignalLines>('SignalLines'),
  cameras: identifier<Cameras>('Cameras'),
  studio: identifier<StudioState>('StudioState'),
  kept: identifier<ConfigurationFile>('KeptConfiguration'),
  keptPresent: identifier<RuntimeStateFile>('KeptPresent'),
  presentKeeper: identifier<RuntimeStateWriter>('PresentKeeper'),
  access: identifier<AccessPolicyHolder>('AccessHolder'),
  keptReports: identifier<ReportFile>('KeptReports'),
  reports: identifier<CallReports>('CallReports'),
  acknowledgements: identifier<Acknowledgements>('Acknowledgements'),
  about: identifier<About>('About'),
  requestLog: identifier<RequestLog>('RequestLog'),
  actions: identifier<ActionRecords>('ActionRecords'),
  eventsNeeds: identifier<EventsDeps>('EventsNeeds'),
  events: identifier<Events>('Events'),
  metricsNeeds: identifier<MetricsDeps>('MetricsNeeds'),
  metrics: identifier<Metrics>('Metrics'),
  reference: identifier<Reference>('Reference'),
  lifetime: identifier<Lifetime>('Lifetime'),
  macros: identifier<Macros>('Macros'),
  automations: identifier<Automations>('Automations'),
  stepPorts: identifier<StepPorts>('StepPorts'),
  pulsingLines: identifier<PulsedSignalLines>('PulsingLines'),
  ports: identifier<ControlServices>('ControlPorts'),
  dispatch: identifier<Dispatch<ControlServices>>('Dispatch'),
} as const;

/** What of a running service changes from outside the operations. */
export interface Lifetime {
  /** It has begun to stop. */
  stopping: boolean;
  cloudConnected: () => boolean;
}
