// The parts with simulated devices. Production installations don't contain this folder and `simulator/`.
import type { AddressInfo } from 'node:net';
import { SystemClock } from '../../adapters/node/clock.js';
import { manualEpochMs } from '../../simulator/clock.js';
import { simulationClock, type SteeredClock } from '../../simulator/simulation-clock.js';
import type { ObservedService } from '../../simulator/api/service-records.js';
import type { SimulatedStudio, Simulation } from '../../simulator/studio.js';
import { logFor } from '../machine/log.js';
import {
  combined,
  listen,
  startConsolePart,
  startServicePart,
  type Part,
  type StartedService,
  type StartOptions,
} from '../command-line/parts.js';
import type { Service } from '../service/service.js';
import type { Settings } from '../settings/settings.js';
import { studioEquipment } from './equipment.js';
import { followingEquipment } from './following-equipment.js';
import { simulatorServer } from './page.js';
import { presetAccess, presetLines } from './preset-access.js';
import { passOn, restartableService, type RestartableService } from './restartable-service.js';
import { asServiceStudio, layoutOf, simulate } from './studio.js';
import { listenOnWire } from './wire.js';

export { rehearsal } from './rehearsal.js';
export { record } from './session/record.js';

/** How long open requests may take when the page's server stops, in milliseconds. */
const graceMs = 1_000;

const clockOf = ({ SIMULATOR_CLOCK }: Settings): SteeredClock => {
  const real = new SystemClock();
  const paused = SIMULATOR_CLOCK === 'manual';
  return simulationClock({ real, startMs: paused ? manualEpochMs : real.now(), paused });
};

interface SimulatedHost {
  readonly studio: SimulatedStudio;
  readonly clock: SteeredClock;
}

const openStudio = async (settings: Settings, options: Simulation = {}): Promise<SimulatedHost> => {
  const clock = clockOf(settings);
  const { SIMULATOR_SEED: seed } = settings;
  return {
    clock,
    studio: simulate(await layoutOf(settings), clock, { ...options, ...(seed !== undefined && { seed }) }),
  };
};

const startOn = (
  { studio, clock }: SimulatedHost,
  settings: Settings,
  followed?: () => void,
  options: StartOptions = {},
): Promise<StartedService> => startServicePart(settings, { studio: asServiceStudio(studio, followed), clock }, options);

/** Whether the studio is the demo studio, which a program with its simulator has without a studio file. */
const demoOf = ({ STUDIO_FILE }: Settings): StartOptions => ({ isDemo: STUDIO_FILE === undefined });

/** Starts the equipment of the studio's connections, for other programs (START-19). `follow` lets it follow the layout. */
const startEquipment = async ({ studio }: SimulatedHost, settings: Settings) => {
  const log = logFor(settings);
  const { follow, close } = followingEquipment(studio, settings.SIMULATOR_HOST, log);
  const part: Part = { lines: await follow(), stop: close };
  const followLater = (): void => {
    follow().catch((error: unknown) => {
      log.error('simulated equipment does not follow the studio file', { reason: (error as Error).message });
    });
  };
  return { part, follow: followLater };
};

const startPage = async (
  settings: Settings,
  { studio, clock }: SimulatedHost,
  service?: ObservedService,
): Promise<Part> => {
  const names = settings.SERVICE_NAMES ?? [];
  const observed = service === undefined ? {} : { service };
  const server = await simulatorServer({ studio, clock, log: logFor(settings), names, ...observed });
  const url = await listen(server, ['SIMULATOR_PORT', settings.SIMULATOR_HOST, settings.SIMULATOR_PORT]);
  return {
    lines: [`simulator  ${url}`],
    stop: async () => {
      await server.close(graceMs);
      studio.stop();
    },
  };
};

/** Starts a service that the steering restarts. `onStart` receives it each time, once it listens. */
const startRestartable = (
  simulated: SimulatedHost,
  settings: Settings,
  followLayout?: () => void,
  onStart: (service: Service) => void = () => undefined,
): Promise<RestartableService> => {
  let { PORT } = settings;
  const start = async (): Promise<StartedService> => {
    const started = await startOn(simulated, { ...settings, PORT }, followLayout, demoOf(settings));
    // A free port that was selected stays the service's own.
    ({ port: PORT } = started.service.server.node.address() as AddressInfo);
    onStart(started.service);
    return started;
  };
  return restartableService({ start, pass: passOn(simulated.clock) });
};

/** Starts a console, a service that follows it, and a simulated studio. */
export const all = async (settings: Settings): Promise<Part> => {
  const simulated = await openStudio(settings);
  const started = await startConsolePart(settings, demoOf(settings));
  const STUDIO_KEY = await started.console.enrol(simulated.studio.layout);
  const CONSOLE_URL = [await started.console.listenOnLoopback()];
  const equipment = await startEquipment(simulated, settings);
  const service = await startRestartable(simulated, { ...settings, CONSOLE_URL, STUDIO_KEY }, equipment.follow);
  const page = await startPage(settings, simulated, service.observed);
  return combined(service, started, page, equipment.part);
};

/** Starts a service and its simulated studio for tests of panels. There is no console, so the access is preset (DEMO-4). */
export const demo = async (settings: Settings): Promise<Part> => {
  const own = { ...settings, CONSOLE_URL: undefined, STUDIO_KEY: undefined, STUDIO_KEY_FILE: undefined };
  const simulated = await openStudio(own);
  const service = await startRestartable(simulated, own, undefined, (started) => {
    presetAccess(started, own, simulated.clock);
  });
  const page = await startPage(own, simulated, service.observed);
  return combined(service, page, { lines: presetLines(own), stop: () => Promise.resolve() });
};

/** Starts a service on a simulated studio of its own. */
export const service = async (settings: Settings): Promise<Part> => startOn(await openStudio(settings), settings);

/** Starts a simulated studio for a service in another process: it is the equipment of the studio file, on its ports. */
export const simulator = async (settings: Settings): Promise<Part> => {
  const oscPort = settings.SIMULATOR_OSC_PORT === 0 ? null : settings.SIMULATOR_OSC_PORT;
  const simulated = await openStudio(settings, { withServers: true, oscPort });
  const { equipment, lines: notSimulated } = studioEquipment(simulated.studio);
  const wire = await listenOnWire(equipment, settings);
  const page = await startPage(settings, simulated);
  return {
    lines: [...page.lines, ...wire, ...notSimulated],
    stop: async () => {
      await Promise.all([page.stop(), ...equipment.map(({ close }) => close())]);
    },
  };
};
