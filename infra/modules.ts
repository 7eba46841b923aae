// What is bound to what: the machine's own parts, and the service built on them and on a studio's devices.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { logFor } from './log.js';
import { SystemClock } from '../adapters/node/clock.js';
import { hashToken, SystemSecrets } from '../adapters/node/secrets.js';
import { prometheusMetrics } from '../adapters/metrics/prometheus.js';
import type { MetricsDeps } from '../adapters/metrics/metrics-deps.js';
import { configurationFile } from '../adapters/storage/configuration-file.js';
import { runtimeStateFile } from '../adapters/storage/runtime-state-file.js';
import { reportFile } from '../adapters/storage/report-file.js';
import type { About } from '../application/ports/about.js';
import { accessPolicyHolder } from '../application/access/access-policy-holder.js';
import { actionRecords } from '../application/commands/action-records.js';
import { acknowledgements } from '../application/commands/acknowledgement.js';
import { automations } from '../application/sequences/automations.js';
import { dispatcher, type DispatchDeps } from '../application/api/dispatch.js';
import { events, type EventsDeps } from '../application/events/events.js';
import { macros } from '../application/sequences/macros.js';
import type { Clock } from '../application/ports/clock.js';
import type { ControlServices } from '../application/operations/control-services.js';
import { runtimeStateWriter } from '../application/state/runtime-state-writer.js';
import { withPulses } from '../application/commands/pulses.js';
import { callReports } from '../application/calls/call-reports.js';
import type { Unreported } from '../application/calls/report-writer.js';
import { requestLog } from '../application/calls/request-log.js';
import type { StepPorts } from '../application/sequences/steps.js';
import { studioState } from '../application/state/studio-state.js';
import { ownNames } from '../domain/access/browser-guard.js';
import type { AccessConfiguration } from '../domain/access/configuration.js';
import { knownAppUsernames } from '../domain/access/legacy-authorization.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import type { RuntimeState } from '../domain/studio/runtime-state.js';
import { gather } from './gather.js';
import { ids, type Lifetime } from './identifiers.js';
import type { Settings } from './settings.js';
import { version } from './version.js';

/** The machine's own clock. */
export const clockModule = new ContainerModule(({ bind }) => {
  bind(ids.clock).to(SystemClock).inSingletonScope();
});

/** The machine: its settings, its randomness, and the log. */
export const machineModule = (settings: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.settings).toConstantValue(settings);
    bind(ids.secrets).to(SystemSecrets).inSingletonScope();
    bind(ids.log).toConstantValue(logFor(settings));
  });

/** Where the access configuration, the studio's present and the reports for the console are kept. */
export const keptModule = new ContainerModule(({ bind }) => {
  bind(ids.keptPresent)
    .toResolvedValue(
      ({ DATA_DIR }, { id }, log) => runtimeStateFile({ folder: join(DATA_DIR, 'service'), studioId: id, log }),
      [ids.settings, ids.layout, ids.log],
    )
    .inSingletonScope();
  bind(ids.keptReports)
    .toResolvedValue(
      ({ DATA_DIR }, log) => reportFile({ folder: join(DATA_DIR, 'service'), log }),
      [ids.settings, ids.log],
    )
    .inSingletonScope();
  bind(ids.kept)
    .toResolvedValue(
      ({ DATA_DIR }, { id }, log) => configurationFile({ folder: join(DATA_DIR, 'service'), studioId: id, log }),
      [ids.settings, ids.layout, ids.log],
    )
    .inSingletonScope();
});

/** What acts on a studio's devices by itself: pulses, macros and automations. */
export const sequencesModule = new ContainerModule(({ bind }) => {
  const { clock, studio, players, cameras, pulsingLines, acknowledgements } = ids;
  bind(ids.pulsingLines).toResolvedValue(withPulses, [ids.signalLines, clock]).inSingletonScope();
  bind(ids.stepPorts)
    .toDynamicValue(gather<StepPorts>({ clock, studio, players, cameras, acknowledgements, signalLines: pulsingLines }))
    .inSingletonScope();
  bind(ids.macros).toResolvedValue(macros, [ids.stepPorts, ids.log]).inSingletonScope();
  bind(ids.automations).toResolvedValue(automations, [ids.stepPorts, ids.log]).inSingletonScope();
});

const access = (first: AccessConfiguration) => (layout: StudioLayout, settings: Settings) => {
  const appUsernames = [...knownAppUsernames, ...(settings.APP_USERNAMES ?? [])];
  const legacyDoor = { serverId: layout.serverId, studioId: layout.id, appUsernames };
  return accessPolicyHolder({ hashToken, legacyDoor }, first);
};

const about = (clock: Clock, lifetime: Lifetime): About => ({
  name: 'Studio Control',
  version,
  startedAtMs: clock.now(),
  cloudConnected: () => lifetime.cloudConnected(),
});

/** The service itself, enforcing `first` until the console sends something newer, with what is `left` to be reported. */
export const serviceModule = (first: AccessConfiguration, left: Unreported): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.lifetime).toConstantValue({ stopping: false, cloudConnected: () => false });
    bind(ids.about).toResolvedValue(about, [ids.clock, ids.lifetime]).inSingletonScope();
    bind(ids.requestLog).toResolvedValue(requestLog, []).inSingletonScope();
    bind(ids.actions).toResolvedValue(actionRecords, [ids.clock]).inSingletonScope();
    bind(ids.acknowledgements).toResolvedValue(acknowledgements, [ids.clock]).inSingletonScope();
    bind(ids.reports)
      .toResolvedValue(
        (kept, clock, secrets, log) => callReports(left, { kept, clock, secrets, log }),
        [ids.keptReports, ids.clock, ids.secrets, ids.log],
      )
      .inSingletonScope();
    bind(ids.access).toResolvedValue(access(first), [ids.layout, ids.settings]).inSingletonScope();
  });

/** What the service remembers of the studio, from `first` on. */
export const presentModule = (first: RuntimeState): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.presentKeeper)
      .toResolvedValue(
        (kept, clock, log) => runtimeStateWriter(first, { kept, clock, log }),
        [ids.keptPresent, ids.clock, ids.log],
      )
      .inSingletonScope();
    bind(ids.studio)
      .toResolvedValue((layout, keeper) => studioState(layout, first, keeper), [ids.layout, ids.presentKeeper])
      .inSingletonScope();
  });

/** What tells of every change of the studio's state, and counts what happens. */
export const eventsModule = new ContainerModule(({ bind }) => {
  const { clock, secrets, studio, players, cameras, pulsingLines, macros, automations, access } = ids;
  const devices = { players, cameras, signalLines: pulsingLines };
  bind(ids.eventsNeeds)
    .toDynamicValue(gather<EventsDeps>({ clock, secrets, studio, ...devices, macros, automations, access }))
    .inSingletonScope();
  bind(ids.events).toResolvedValue(events, [ids.eventsNeeds]).inSingletonScope();
  const { about, actions } = ids;
  bind(ids.metricsNeeds)
    .toDynamicValue(gather<MetricsDeps>({ about, clock, studio, players, actions, events: ids.events }))
    .inSingletonScope();
  bind(ids.metrics).toResolvedValue(prometheusMetrics, [ids.metricsNeeds]).inSingletonScope();
});

/** The way of every call, over all of the above. */
export const dispatchModule = new ContainerModule(({ bind }) => {
  const { clock, secrets, studio, players, cameras, pulsingLines, macros, automations } = ids;
  const { access, about, requestLog, actions, events, metrics, reference } = ids;
  const devices = { players, cameras, signalLines: pulsingLines };
  bind(ids.ports)
    .toDynamicValue(
      gather<ControlServices>({
        ...{ clock, studio, ...devices, macros, automations },
        ...{ access, about, requestLog, actions, events, metrics, reference },
      }),
    )
    .inSingletonScope();
  const { acknowledgements, reports, log } = ids;
  const needs = gather<Omit<DispatchDeps, 'names' | 'stopping'>>({
    ...{ access, studio, secrets, acknowledgements, actions, reports, log },
  });
  bind(ids.dispatch)
    .toDynamicValue((parts) => {
      const [{ SERVICE_NAMES = [] }, lifetime] = [parts.get(ids.settings), parts.get(ids.lifetime)];
      return dispatcher(parts.get(ids.ports), {
        ...needs(parts),
        names: ownNames(hostname(), SERVICE_NAMES),
        stopping: () => lifetime.stopping,
      });
    })
    .inSingletonScope();
});
