// The parts that simulate a studio's devices. Production installations come without this folder and `simulator/`.
import { SystemClock } from '../../adapters/node/clock.js';
import type { Clock } from '../../application/ports/clock.js';
import { manualClock } from '../../simulator/clock.js';
import type { SimulatedStudio, Simulation } from '../../simulator/studio.js';
import { logFor } from '../log.js';
import { joined, listen, startConsole, startService, type Part } from '../parts.js';
import type { Settings } from '../settings.js';
import { simulatorServer } from './page.js';
import { bindClock, layoutOf, simulate, simulatedModule } from './studio.js';
import { listenOnWire } from './wire.js';

export { rehearsal } from './rehearsal.js';

const graceMs = 1_000;

const clockOf = ({ SIMULATOR_CLOCK }: Settings): Clock =>
  SIMULATOR_CLOCK === 'manual' ? manualClock() : new SystemClock();

interface Simulated {
  readonly studio: SimulatedStudio;
  readonly clock: Clock;
}

const openStudio = async (settings: Settings, how: Simulation = {}): Promise<Simulated> => {
  const clock = clockOf(settings);
  const { SIMULATOR_SEED: seed } = settings;
  return { clock, studio: simulate(await layoutOf(settings), clock, { ...how, ...(seed !== undefined && { seed }) }) };
};

const startOn = ({ studio, clock }: Simulated, settings: Settings): Promise<Part> =>
  startService(settings, bindClock(clock), simulatedModule(studio));

const startPage = async (settings: Settings, { studio, clock }: Simulated): Promise<Part> => {
  const names = settings.SERVICE_NAMES ?? [];
  const server = await simulatorServer({ studio, clock, log: logFor(settings), names });
  const url = await listen(server, ['SIMULATOR_PORT', settings.SIMULATOR_HOST, settings.SIMULATOR_PORT]);
  return {
    lines: [`simulator  ${url}`],
    stop: async () => {
      await server.close(graceMs);
      studio.stop();
    },
  };
};

/** Everything on one machine. */
export const all = async (settings: Settings): Promise<Part> => {
  const simulated = await openStudio(settings);
  const started = await startConsole(settings);
  const STUDIO_KEY = await started.console.enrol(simulated.studio.layout);
  const CONSOLE_URL = [await started.console.listenBeside()];
  const service = await startOn(simulated, { ...settings, CONSOLE_URL, STUDIO_KEY });
  return joined(service, started, await startPage(settings, simulated));
};

/** A service on a simulated studio of its own. */
export const service = async (settings: Settings): Promise<Part> => startOn(await openStudio(settings), settings);

/** A simulated studio for services elsewhere: it stands in for the players that its file names, on their ports. */
export const simulator = async (settings: Settings): Promise<Part> => {
  const { SIMULATOR_OSC_PORT: oscPort } = settings;
  const simulated = await openStudio(settings, { onWire: true, oscPort });
  const wire = await listenOnWire(simulated.studio.wire, settings);
  const { lines, stop } = await startPage(settings, simulated);
  return { lines: [...lines, ...wire], stop };
};
