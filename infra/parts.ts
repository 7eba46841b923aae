// The parts that can be started: each alone, or all of them on one machine.
import { Server as SecureServer } from 'node:https';
import { ContainerModule } from 'inversify';
import { SystemClock } from '../adapters/node/clock.js';
import { logFor } from './log.js';
import type { HttpServer } from '../adapters/http/server/server.js';
import type { Clock } from '../application/ports.js';
import { manualClock } from '../simulator/clock.js';
import type { SimulatedStudio } from '../simulator/studio.js';
import { composeConsole, type Console } from './console.js';
import { cannotListen, isLoopbackHost, StartFault } from './faults.js';
import { ids } from './identifiers.js';
import { machineModule } from './modules.js';
import { composeService, type Service } from './service.js';
import type { Settings } from './settings.js';
import { simulate, simulatedModule } from './simulated-studio.js';
import { simulatorServer } from './simulator.js';
import { studioLayout } from './studio-file.js';

/** A part that runs. */
export interface Part {
  /** What an operator reads once it does: one line for each address. */
  readonly lines: readonly string[];
  readonly stop: () => Promise<void>;
}

const graceMs = 1_000;

const urlOf = (host: string, port: number, scheme = 'http'): string => {
  const name = host === '::' || host === '0.0.0.0' ? 'localhost' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${String(port)}`;
};

/** The setting's name, its host and its port. */
type Place = readonly [string, string, number];

const listen = async (server: HttpServer, [setting, host, port]: Place): Promise<string> => {
  const bound = await server.listen(port, host).catch(cannotListen(setting, host, port));
  return urlOf(host, bound.port, server.node instanceof SecureServer ? 'https' : 'http');
};

const clockOf = ({ SIMULATOR_CLOCK }: Settings): Clock =>
  SIMULATOR_CLOCK === 'manual' ? manualClock() : new SystemClock();

interface Simulated {
  readonly studio: SimulatedStudio;
  readonly clock: Clock;
}

const openStudio = async (settings: Settings): Promise<Simulated> => {
  const clock = clockOf(settings);
  return { clock, studio: simulate(await studioLayout(settings.STUDIO_FILE), clock, settings.SIMULATOR_SEED) };
};

const bindClock = (clock: Clock): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.clock).toConstantValue(clock);
  });

const startService = async (settings: Settings, { studio, clock }: Simulated): Promise<Part> => {
  const service: Service = await composeService(machineModule(settings), bindClock(clock), simulatedModule(studio));
  const bound = await service.start().catch(cannotListen('PORT', settings.HOST, settings.PORT));
  return { lines: [`service    ${urlOf(settings.HOST, bound.port)}/api/v2`], stop: service.stop };
};

const startSimulator = async (settings: Settings, { studio, clock }: Simulated): Promise<Part> => {
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

const refuseOpenConsole = (settings: Settings): void => {
  const { CONSOLE_HOST, CONSOLE_INSECURE, CONSOLE_TLS_CERT, CONSOLE_TRUSTED_PROXIES } = settings;
  const isEncrypted = CONSOLE_TLS_CERT !== undefined || CONSOLE_TRUSTED_PROXIES !== undefined;
  if (!isLoopbackHost(CONSOLE_HOST) && !isEncrypted && CONSOLE_INSECURE !== true)
    throw new StartFault(
      `CONSOLE_HOST: ${CONSOLE_HOST} is beyond loopback, and the console would speak plain http there; expected a ` +
        'certificate (CONSOLE_TLS_CERT and CONSOLE_TLS_KEY), a proxy that has one (CONSOLE_TRUSTED_PROXIES), a ' +
        'loopback address, or CONSOLE_INSECURE=1 to allow it all the same',
    );
};

const refuseDatabase = ({ DATABASE_URL }: Settings): void => {
  if (DATABASE_URL !== undefined)
    throw new StartFault('DATABASE_URL: only the embedded database is there; expected the setting to be empty');
};

interface StartedConsole extends Part {
  readonly console: Console;
}

const startConsole = async (settings: Settings): Promise<StartedConsole> => {
  refuseOpenConsole(settings);
  refuseDatabase(settings);
  const console = await composeConsole(settings, logFor(settings));
  const url = await listen(console.server, ['CONSOLE_PORT', settings.CONSOLE_HOST, settings.CONSOLE_PORT]);
  const { passwordPath } = console;
  const hint = passwordPath === undefined ? [] : [`           sign in as admin; the password is in ${passwordPath}`];
  return { console, lines: [`console    ${url}`, ...hint], stop: console.stop };
};

/** Parts as one. The first stops before the others, which it needs to the last, and then they stop together. */
const joined = (first: Part, ...others: readonly Part[]): Part => ({
  lines: [first, ...others].flatMap(({ lines }) => lines),
  stop: async () => {
    await first.stop();
    await Promise.all(others.map(({ stop }) => stop()));
  },
});

const all = async (settings: Settings): Promise<Part> => {
  const simulated = await openStudio(settings);
  const started = await startConsole(settings);
  const STUDIO_KEY = await started.console.enrol(simulated.studio.layout);
  const CONSOLE_URL = [await started.console.listenBeside()];
  const service = await startService({ ...settings, CONSOLE_URL, STUDIO_KEY }, simulated);
  return joined(service, started, await startSimulator(settings, simulated));
};

/** Every part by its name on the command line. */
export const parts: Readonly<Record<string, (settings: Settings) => Promise<Part>>> = {
  all,
  service: async (settings) => startService(settings, await openStudio(settings)),
  console: startConsole,
  simulator: async (settings) => startSimulator(settings, await openStudio(settings)),
};
