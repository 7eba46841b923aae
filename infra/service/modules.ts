// Binds the parts of the service to their identifiers.
import { ContainerModule } from 'inversify';
import type { DocsPage } from '../../adapters/http/control/docs/docs.js';
import { controlReference } from '../../adapters/http/control/reference.js';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { controlRoutes, type ControlRoutes } from '../../adapters/http/control/routes.js';
import { createHttpServer, type HttpServer } from '../../adapters/http/server/server.js';
import { callMessage } from '../../adapters/log/terminal-line.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { SystemSecrets } from '../../adapters/node/secrets.js';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { alarms } from '../../application/alarms/alarms.js';
import { callObserver } from '../../application/calls/call-observer.js';
import { answeredCalls } from '../../application/calls/answered-calls.js';
import { acknowledgements } from '../../application/commands/acknowledgement.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { studioDevices } from '../../application/commands/devices.js';
import { events } from '../../application/events/events.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import type { About } from '../../application/ports/about.js';
import type { Clock } from '../../application/ports/clock.js';
import { layoutIntake } from '../../application/state/layout-intake.js';
import { studioState } from '../../application/state/studio-state.js';
import { serviceCertificate, type CertificateSource } from '../machine/certificate.js';
import { activity } from './activity.js';
import { composeDispatch } from './dispatch.js';
import { ids } from './identifiers.js';
import { logFor } from '../machine/log.js';
import type { Activity, Host, SelfDescription, Sequences, StudioParts } from './part-groups.js';
import { possibleConnections } from '../machine/possible-connections.js';
import { referencePage } from './reference.js';
import { runningService } from './running-service.js';
import type { Settings } from '../settings/settings.js';
import { stopping } from './stopping.js';
import { version } from '../machine/version.js';

/** Binds the machine's own clock. */
export const clockModule = new ContainerModule(({ bind }) => {
  bind(ids.clock).to(SystemClock).inSingletonScope();
});

/** Binds the settings, the source of randomness and the log. */
export const machineModule = (settings: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.settings).toConstantValue(settings);
    bind(ids.secrets).to(SystemSecrets).inSingletonScope();
    bind(ids.log).toConstantValue(logFor(settings));
  });

/** Binds the studio's state, what replaces its layout, and its devices. */
export const studioPartsModule = new ContainerModule(({ bind }) => {
  const { clock, log, studio, devicesDeps } = ids;
  bind(ids.alarms).toResolvedValue((clock, secrets, log) => alarms({ clock, secrets, log }), [clock, ids.secrets, log]);
  bind(studio).toResolvedValue(studioState, [ids.currentLayout, ids.initialRuntimeState, ids.runtimeStateWriter]);
  bind(ids.layoutIntake).toResolvedValue(
    (current, studio, alarms, { log, audit }) => layoutIntake({ current, studio, alarms, log, audit }),
    [ids.currentLayout, studio, ids.alarms, ids.host],
  );
  bind(devicesDeps).toResolvedValue(
    (studio, clock, log, acknowledgements, record) => ({ studio, clock, log, acknowledgements, record }),
    [studio, clock, log, ids.acknowledgements, ids.asRun],
  );
  bind(ids.devices).toResolvedValue(
    (drivers, current, deps) => studioDevices(drivers, { ...deps, unknown: unconnectedDrivers(current) }),
    [ids.drivers, ids.currentLayout, devicesDeps],
  );
  bind(ids.studioParts).toResolvedValue(
    (clock, studio, { players, cameras, graphics, signalLines }) => ({
      clock,
      studio,
      players,
      cameras,
      graphics,
      signalLines,
    }),
    [clock, studio, ids.devices],
  );
});

const aboutService = (
  clock: Clock,
  { connected }: { readonly connected: () => boolean },
  simulated: boolean,
): About => ({
  name: 'Studio Control',
  version,
  startedAtMs: clock.now(),
  simulated,
  cloudConnected: connected,
});

const controlServices = (
  studioParts: StudioParts,
  sequences: Sequences,
  activity: Activity,
  selfDescription: SelfDescription,
  access: AccessPolicyHolder,
): ControlServices => ({ ...studioParts, ...sequences, ...activity, ...selfDescription, access });

/** Binds what handles calls. */
export const callsModule = new ContainerModule(({ bind }) => {
  const { access, about, actions, host, shutdown, studioParts, sequences } = ids;
  bind(ids.stopping).toResolvedValue(stopping);
  bind(ids.acknowledgements).toResolvedValue(acknowledgements, [ids.clock]);
  bind(shutdown).toResolvedValue(
    (stopping, acknowledgements) => ({ stopping, acknowledgements }),
    [ids.stopping, ids.acknowledgements],
  );
  bind(actions).toResolvedValue(actionRecords, [ids.clock]);
  bind(ids.events).toResolvedValue(
    (studioParts, sequences, alarms, { secrets }, access) =>
      events({ ...studioParts, ...sequences, alarms, secrets, access }),
    [studioParts, sequences, ids.alarms, host, access],
  );
  bind(about).toResolvedValue(aboutService, [ids.clock, ids.configurationLink, ids.isSimulated]);
  bind(ids.activityRecords).toResolvedValue(
    (alarms, actions, events) => ({ alarms, actions, events }),
    [ids.alarms, actions, ids.events],
  );
  bind(ids.activity).toResolvedValue(activity, [studioParts, ids.activityRecords, about, access]);
  bind(ids.docs).toResolvedValue(referencePage);
  bind(ids.selfDescription).toResolvedValue(
    (about, { page }) => ({ about, reference: controlReference(routeTable, about, page) }),
    [about, ids.docs],
  );
  bind(ids.controlServices).toResolvedValue(controlServices, [
    studioParts,
    sequences,
    ids.activity,
    ids.selfDescription,
    access,
  ]);
  bind(ids.dispatch).toResolvedValue(composeDispatch, [ids.controlServices, ids.storedState, host, shutdown]);
});

const serverOf = (
  api: ControlRoutes,
  docs: DocsPage,
  certificate: CertificateSource | undefined,
  { log }: Host,
): HttpServer => {
  const routes = new Map([...api.routes, ...docs.files]);
  const maxConnections = possibleConnections('service');
  return createHttpServer({ ...api, routes, certificateBeside: certificate?.initial, maxConnections, log });
};

/** Binds what connects the service with its callers and its console, and the service itself. */
export const connectionsModule = new ContainerModule(({ bind }) => {
  const { host, clock, controlServices: services } = ids;
  bind(ids.certificate).toResolvedValue(serviceCertificate, [ids.settings]);
  bind(ids.callObserver).toResolvedValue(callObserver);
  bind(ids.answeredCalls).toResolvedValue(
    ({ clock, requestLog, metrics }, observer, reports, { audit, log }) =>
      answeredCalls({ clock, requestLog, metrics, observer, reports, audit, log, message: callMessage }),
    [services, ids.callObserver, ids.reports, host],
  );
  bind(ids.controlRoutes).toResolvedValue(
    (dispatch, answered, clock, { settings: { TRUSTED_PROXIES: trustedProxies } }) =>
      controlRoutes(routeTable, { dispatch, trustedProxies, clock, onAnswered: answered.record }),
    [ids.dispatch, ids.answeredCalls, clock, host],
  );
  bind(ids.server).toResolvedValue(serverOf, [ids.controlRoutes, ids.docs, ids.certificate, host]);
  bind(ids.connections).toResolvedValue(
    (server, certificate, answeredCalls, links, tallies) => ({ server, certificate, answeredCalls, ...links, tallies }),
    [ids.server, ids.certificate, ids.answeredCalls, ids.consoleLinks, ids.tallyActivity],
  );
  bind(ids.service).toResolvedValue(runningService, [host, services, ids.connections, ids.storedState, ids.shutdown]);
});
