// Composes the service, in the order in which its parts are built: a part follows a new studio file after the parts that it uses.
import { hostname } from 'node:os';
import { openTslLink } from '../../adapters/drivers/tsl/tsl.js';
import { controlReference } from '../../adapters/http/control/reference.js';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { controlRoutes } from '../../adapters/http/control/routes.js';
import { callMessage } from '../../adapters/log/terminal-line.js';
import { prometheusMetrics } from '../../adapters/metrics/prometheus.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { legacyThrottle } from '../../application/access/legacy-throttle.js';
import { alarms as makeAlarms } from '../../application/alarms/alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import { namesIn } from '../../application/alarms/removed-subjects.js';
import { serviceStatusSource } from '../../application/alarms/service-status.js';
import { dispatcher } from '../../application/api/dispatch.js';
import { answeredCalls as makeAnsweredCalls } from '../../application/calls/answered-calls.js';
import { callObserver, type CallObserver } from '../../application/calls/call-observer.js';
import { callReports } from '../../application/calls/call-reports.js';
import { requestLog as makeRequestLog } from '../../application/calls/request-log.js';
import { acknowledgements as makeAcknowledgements } from '../../application/commands/acknowledgement.js';
import { actionRecords } from '../../application/commands/action-records.js';
import { actionSender, studioDevices } from '../../application/commands/devices.js';
import { recorded } from '../../application/commands/recorded.js';
import { dryRuns } from '../../application/dry-run/dry-run.js';
import type { StudioEditor } from '../../application/editing/studio-editor.js';
import { events as makeEvents } from '../../application/events/events.js';
import { liveStateSource } from '../../application/events/live-state.js';
import type { SourcePorts } from '../../application/events/sources.js';
import { commandSender } from '../../application/ledger/command-sender.js';
import { openLedger } from '../../application/ledger/ledger.js';
import { shownStudio } from '../../application/ledger/shown-studio.js';
import { startAction } from '../../application/ledger/start-action.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import { automations as makeAutomations } from '../../application/sequences/automations.js';
import { macros as makeMacros } from '../../application/sequences/macros.js';
import { controlSwitches } from '../../application/sequences/perform-step.js';
import { withPlaylists } from '../../application/sequences/playlists.js';
import { layoutIntake as makeLayoutIntake } from '../../application/state/layout-intake.js';
import { panelTargetsSource } from '../../application/state/panel-targets.js';
import { loadRuntimeState, runtimeStateWriter } from '../../application/state/runtime-state-writer.js';
import { studioState } from '../../application/state/studio-state.js';
import { followTallies } from '../../application/tally/following-signals.js';
import { showTallies } from '../../application/tally/tally-displays.js';
import { ownNames } from '../../domain/access/browser-guard.js';
import { serviceCertificate, type CertificateSource } from '../machine/certificate.js';
import { possibleConnections } from '../machine/possible-connections.js';
import { version } from '../machine/version.js';
import type { Settings } from '../settings/settings.js';
import { commandRecords } from './command-records.js';
import { equipmentRecords } from './equipment-report.js';
import { consoleLink, consoleReporter } from './console-link.js';
import { consoleReads } from './console-reads.js';
import { openAccess } from './access.js';
import { installed, type Choices, type Installation } from './installation.js';
import { laterDispatch, openStudioEditing, type StudioEditingDeps } from './studio-editing.js';
import { stateFollowers } from './followers.js';
import { runningService, stopping as makeStopping, type RunningService } from './running-service.js';
import { serviceAddresses, type ServiceAddresses } from './service-addresses.js';
import { serviceWebhooks } from './webhooks.js';

/** A service that can be started and stopped. */
export type Service = RunningService;

/** The clock of the machine, for the disk. A simulated studio's clock stands still, or jumps while a file is written. */
const machine = new SystemClock();

/** Opens what the service keeps: what survives a restart, and the records of what happens. */
const openRecords = async (settings: Settings, installation: Installation) => {
  const { studio, stores, clock, secrets, log } = installation;
  const alarms = makeAlarms({ clock, secrets, log, nameOf: namesIn(studio.current) });
  const audit = await stores.openAudit(alarms);
  const access = await openAccess(settings, installation);
  const firstState = await loadRuntimeState(studio.current.layout, stores.runtimeState, log);
  const stateAlarm = fileAlarm(alarms, 'runtime-state');
  const runtimeState = runtimeStateWriter(firstState, {
    file: stores.runtimeState,
    clock: machine,
    log,
    alarm: stateAlarm,
  });
  const unsent = await stores.reports.load();
  const reportAlarm = fileAlarm(alarms, 'reports');
  const reports = callReports(unsent, { file: stores.reports, clock, machine, secrets, log, alarm: reportAlarm });
  const ledger = await openLedger({ file: stores.ledger, clock, machine, log, digestOf: hashSecret });
  const acknowledgements = makeAcknowledgements(clock);
  const commands = await commandRecords(installation, alarms, acknowledgements);
  return {
    alarms,
    audit,
    access,
    firstState,
    runtimeState,
    reports,
    ...ledger,
    ...commands,
    acknowledgements,
  };
};

type Records = Awaited<ReturnType<typeof openRecords>>;

/** Composes the studio, its devices, and what acts on them by itself. */
const composeStudio = ({ studio: { current, drivers }, clock, log }: Installation, records: Records) => {
  const { alarms, audit, access, acknowledgements, recordCommand } = records;
  const studio = studioState(current, records.firstState, records.runtimeState);
  const layoutIntake = makeLayoutIntake({ current, studio, alarms, log, audit });
  const unknown = unconnectedDrivers(current);
  const devicesDeps = { studio, clock, log, acknowledgements, record: recordCommand, unknown };
  const { tallyLines: lines, ...attached } = studioDevices(drivers, devicesDeps);
  const { players, stopPlaylists } = withPlaylists({ ...devicesDeps, players: attached.players, alarms });
  const devices = { ...attached, players };
  const send = recorded(recordCommand, { studio, ...devices }, actionSender(devices));
  const stepPorts = { clock, studio, players, send, acknowledgements, isControlOn: controlSwitches(access) };
  const macros = makeMacros(stepPorts, alarms);
  const automations = makeAutomations({ ...stepPorts, ...devices }, macros, alarms);
  const startTallies = (): readonly (() => void)[] => [
    followTallies({ studio, ...devices, clock, lines, acknowledgements, alarms }),
    showTallies({ studio, ...devices, clock, alarms, log, open: openTslLink }),
  ];
  const ports: SourcePorts = { clock, studio, ...devices, macros, automations };
  return { ports, layoutIntake, startTallies, stopPlaylists };
};

type Studio = ReturnType<typeof composeStudio>;

/** Opens the editor of the studio file; undefined if editing is off. */
const openEditor = (
  settings: Settings,
  installation: Installation,
  records: Records,
  parts: Studio,
  own: Pick<StudioEditingDeps, 'dispatch' | 'report' | 'testWebhook'>,
) => {
  const { studio, clock, log } = installation;
  const { audit, access } = records;
  const { layoutIntake: intake } = parts;
  const devices = { ...parts.ports, access };
  const layout = () => studio.current.layout;
  return openStudioEditing(settings, { ...own, layout, clock, log, audit, intake, devices, states: studio.states });
};

/** What the link to the console is composed of besides. */
interface LinkOptions {
  readonly settings: Settings;
  readonly addresses: ServiceAddresses;
  readonly editor: StudioEditor | undefined;
}

/** Composes the events, and what sends them and the status of the service to the console. */
const composeLink = (
  installation: Installation,
  records: Records,
  parts: Studio,
  { settings, addresses, editor }: LinkOptions,
) => {
  const { stores, clock, secrets, log } = installation;
  const { alarms, audit, access, reports } = records;
  const { ports, layoutIntake } = parts;
  const events = makeEvents({ ...ports, alarms, secrets, access });
  const liveState = liveStateSource({ events, access, studio: ports.studio });
  const observer = callObserver();
  const panels = panelTargetsSource({ studio: ports.studio, urls: addresses.urls });
  const summary = { ...ports, access };
  const isEditable = editor !== undefined;
  const status = serviceStatusSource({ summary, alarms, layoutIntake, panels, version, isEditable });
  // After the audit log was opened: its receiver is not checked with the authorities of the console.
  const connection = installation.connectConsole();
  const configurations = { access, file: stores.configuration, log, audit, alarms };
  const requestLog = makeRequestLog();
  const reads = consoleReads(settings, installation.studio.current, requestLog);
  const link = consoleLink(connection, configurations, { status, observer, liveState, editor, reads });
  const reporter = consoleReporter(connection, reports, clock);
  return { events, observer, requestLog, addresses, link, reporter };
};

/** Composes what the operations of the API use. */
const composeOperations = (
  { studio: { isSimulated }, clock, docs, screens }: Installation,
  { alarms, access }: Records,
  { ports, stopPlaylists }: Studio,
  { events, link, requestLog }: ReturnType<typeof composeLink>,
): ControlServices => {
  const startedAtMs = clock.now();
  const cloudConnected = link.connected;
  const about = { name: 'Studio Control', version, startedAtMs, simulated: isSimulated, cloudConnected };
  const actions = actionRecords(clock);
  const metrics = prometheusMetrics({ ...ports, alarms, actions, events, about, access });
  const reference = controlReference(routeTable, about, docs.page);
  const shown = { reference, screens: screens.page };
  return { ...ports, ...shown, access, about, alarms, requestLog, actions, events, metrics, stopPlaylists };
};

/** Composes what answers calls, and its server. */
const composeServer = (
  settings: Settings,
  { clock, secrets, log, docs, screens, createServer }: Installation,
  records: Records,
  services: ControlServices,
  { observer, certificate }: { readonly observer: CallObserver; readonly certificate: CertificateSource | undefined },
) => {
  const { access, reports, journal, interrupted, keyedCalls, acknowledgements, audit, recordCommand } = records;
  const { studio, actions, requestLog, metrics } = services;
  const stopping = makeStopping();
  const shown = shownStudio(services);
  const send = recorded(recordCommand, services, commandSender(services));
  const dispatch = dispatcher(services, {
    access,
    legacyThrottle: legacyThrottle({ clock, log }),
    names: ownNames(hostname(), settings.SERVICE_NAMES ?? []),
    studio,
    secrets,
    acknowledgements,
    actions,
    keyedCalls,
    reports,
    log,
    stopping: stopping.isStopping,
    journal,
    runDry: dryRuns(services, interrupted),
    startAction: startAction(services, { clock, journal, interrupted, shown, send }),
  });
  const sinks = { requestLog, metrics, observer, reports, audit };
  const answeredCalls = makeAnsweredCalls({ ...sinks, clock, log, message: callMessage });
  const { TRUSTED_PROXIES: trustedProxies } = settings;
  const api = controlRoutes(routeTable, { dispatch, trustedProxies, clock, onAnswered: answeredCalls.record });
  const routes = new Map([...api.routes, ...docs.files, ...screens.files]);
  const maxConnections = possibleConnections('service');
  const server = createServer({ ...api, routes, certificateBeside: certificate?.initial, maxConnections, log });
  return { stopping, answeredCalls, server, dispatch };
};

/** Composes a service on a studio. It doesn't listen yet. */
export const composeService = async (settings: Settings, choices: Choices): Promise<Service> => {
  // First, so that wrong settings open no file.
  const certificate = serviceCertificate(settings);
  const installation = await installed(settings, choices);
  const records = await openRecords(settings, installation);
  const parts = composeStudio(installation, records);
  const own = laterDispatch();
  const addresses = serviceAddresses(settings);
  const webhooks = await serviceWebhooks({ ...installation, ...records, addresses, ports: parts.ports });
  const equipment = equipmentRecords(settings, { ...installation, ...records, webhooks, devices: parts.ports });
  const editor = await openEditor(settings, installation, records, parts, {
    dispatch: own.dispatch,
    report: equipment.report,
    testWebhook: webhooks.testDraft,
  });
  const link = composeLink(installation, records, parts, { settings, addresses, editor });
  const services = composeOperations(installation, records, parts, link);
  const { dispatch, ...server } = composeServer(settings, installation, records, services, { ...link, certificate });
  own.bind(dispatch);
  const { layoutIntake, startTallies } = parts;
  return runningService({
    settings,
    log: installation.log,
    ...records,
    services,
    layoutIntake,
    editor,
    equipment,
    startFollowers: stateFollowers(startTallies, { ...installation, ...records, ...parts.ports, ...link }),
    webhooks,
    ...link,
    certificate,
    ...server,
  });
};
