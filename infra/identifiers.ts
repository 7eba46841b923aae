// Under which identifier each part is bound in the containers.
import type { ServiceIdentifier } from 'inversify';
import type { About } from '../application/about.js';
import type { AccessHolder } from '../application/access-in-force.js';
import type { ActionRecords } from '../application/action-records.js';
import type { Acknowledgements } from '../application/acknowledgement.js';
import type { Automations } from '../application/automations.js';
import type { KeptConfiguration } from '../application/configuration.js';
import type { Dispatch } from '../application/dispatch.js';
import type { Drivers } from '../application/drivers.js';
import type { MetricsNeeds } from '../adapters/metrics/prometheus.js';
import type { Metrics } from '../application/metrics.js';
import type { Events, EventsNeeds } from '../application/events/events.js';
import type { Macros } from '../application/macros.js';
import type {
  Cameras,
  Clock,
  ControlPorts,
  Log,
  Players,
  Reference,
  Secrets,
  SignalLines,
  StudioState,
} from '../application/ports.js';
import type { KeptPresent, PresentKeeper } from '../application/present-keeper.js';
import type { PulsingLines } from '../application/pulses.js';
import type { CallReports } from '../application/reports/call-reports.js';
import type { KeptReports } from '../application/reports/keeper.js';
import type { RequestLog } from '../application/request-log.js';
import type { StepPorts } from '../application/steps.js';
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
  kept: identifier<KeptConfiguration>('KeptConfiguration'),
  keptPresent: identifier<KeptPresent>('KeptPresent'),
  presentKeeper: identifier<PresentKeeper>('PresentKeeper'),
  access: identifier<AccessHolder>('AccessHolder'),
  keptReports: identifier<KeptReports>('KeptReports'),
  reports: identifier<CallReports>('CallReports'),
  acknowledgements: identifier<Acknowledgements>('Acknowledgements'),
  about: identifier<About>('About'),
  requestLog: identifier<RequestLog>('RequestLog'),
  actions: identifier<ActionRecords>('ActionRecords'),
  eventsNeeds: identifier<EventsNeeds>('EventsNeeds'),
  events: identifier<Events>('Events'),
  metricsNeeds: identifier<MetricsNeeds>('MetricsNeeds'),
  metrics: identifier<Metrics>('Metrics'),
  reference: identifier<Reference>('Reference'),
  lifetime: identifier<Lifetime>('Lifetime'),
  macros: identifier<Macros>('Macros'),
  automations: identifier<Automations>('Automations'),
  stepPorts: identifier<StepPorts>('StepPorts'),
  pulsingLines: identifier<PulsingLines>('PulsingLines'),
  ports: identifier<ControlPorts>('ControlPorts'),
  dispatch: identifier<Dispatch<ControlPorts>>('Dispatch'),
} as const;

/** What of a running service changes from outside the operations. */
export interface Lifetime {
  /** It has begun to stop. */
  stopping: boolean;
  cloudConnected: () => boolean;
}
