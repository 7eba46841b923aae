// The parts that the command line can start.
import type * as productionParts from './parts.js';
import type { Part } from './parts.js';
import {
  consoleSettings,
  demoDefaults,
  demoSettings,
  serviceSettings,
  simulatorSettings,
} from '../settings/declared-settings.js';
import type { SettingTable } from '../settings/setting.js';
import type { Settings } from '../settings/settings.js';
import type * as simulatedParts from '../simulated/parts.js';
import { StartupError } from '../machine/startup-errors.js';

type Start = (settings: Settings) => Promise<Part>;
type SimulatedParts = typeof simulatedParts;

/** Rejects with a `StartupError` where the simulator isn't installed. */
export const notInstalled = (error: unknown): never => {
  const { code, url } = error as NodeJS.ErrnoException & { readonly url?: string };
  if (code !== 'ERR_MODULE_NOT_FOUND' || url?.includes('/infra/simulated/') !== true) throw error;
  throw new StartupError(
    'DEVICES: simulated devices are not part of this installation; expected the part service or console, with real devices',
  );
};

/** Loads simulated parts only on demand: production installations don't contain them. */
const simulated =
  (name: keyof SimulatedParts): Start =>
  async (settings) => {
    if (settings.DEVICES === 'real')
      throw new StartupError(`DEVICES: the part ${name} simulates its devices, got real; expected the part service`);
    const parts = await import('../simulated/parts.js').catch(notInstalled);
    return parts[name](settings);
  };

/** Loads the other parts only on demand too: the main thread needs none of a part that runs in a thread. */
const production = (): Promise<typeof productionParts> => import('./parts.js');

/** Devices are real, unless the settings request simulated ones (START-12). */
const service: Start = async (settings) => {
  if (settings.DEVICES === 'simulated') return simulated('service')(settings);
  return (await production()).startConnected(settings);
};

/** A part that can be started. */
export interface PartDefinition {
  /** One line for the help. */
  readonly summary: string;
  /** The settings that the help lists, besides those of all parts. */
  readonly settings: SettingTable;
  /** Whether it has an embedded database, so that it runs in a thread of its own. */
  readonly usesDatabase?: true;
  readonly start: Start;
}

const everySetting = { ...serviceSettings, ...consoleSettings, ...simulatorSettings };

const { PORT, HOST, STUDIO_FILE, SERVICE_NAMES, TRUST_LOOPBACK, APP_USERNAMES } = serviceSettings;
const { CONSOLE_URL, CONSOLE_CA, STUDIO_KEY, STUDIO_KEY_FILE } = serviceSettings;
const { RECORDING, SIMULATOR_PORT, SIMULATOR_HOST, SIMULATOR_SEED, SIMULATOR_CLOCK } = simulatorSettings;

/** What the help of every service with its simulator lists, if it has no console. */
const simulatedSettings = {
  PORT,
  HOST,
  STUDIO_FILE,
  SERVICE_NAMES,
  SIMULATOR_PORT,
  SIMULATOR_HOST,
  SIMULATOR_SEED,
  SIMULATOR_CLOCK,
};

/** All parts by name. */
export const parts: Readonly<Record<string, PartDefinition>> = {
  all: {
    summary: 'Service, console and simulated studio on one machine (default)',
    settings: everySetting,
    usesDatabase: true,
    start: simulated('all'),
  },
  service: {
    summary: 'The service on the playout host of a studio',
    settings: serviceSettings,
    start: service,
  },
  console: {
    summary: 'The console, where operators manage the access to studios',
    settings: consoleSettings,
    usesDatabase: true,
    start: async (settings) => (await production()).startConsolePart(settings),
  },
  simulator: {
    summary: 'Simulated devices for a service in another process',
    settings: { STUDIO_FILE: serviceSettings.STUDIO_FILE, ...simulatorSettings },
    start: simulated('simulator'),
  },
  demo: {
    summary: 'Service and simulated studio with preset tokens, for tests of panels',
    settings: { ...simulatedSettings, ...demoDefaults, ...demoSettings },
    start: simulated('demo'),
  },
  record: {
    summary: 'A service on simulated devices whose session is recorded for replay',
    settings: {
      RECORDING,
      ...simulatedSettings,
      TRUST_LOOPBACK,
      APP_USERNAMES,
      CONSOLE_URL,
      CONSOLE_CA,
      STUDIO_KEY,
      STUDIO_KEY_FILE,
    },
    start: simulated('record'),
  },
  rehearsal: {
    summary: 'A simulated studio that tests start anew, on a manual clock',
    settings: everySetting,
    start: simulated('rehearsal'),
  },
};

/** Returns why a part can't start with a preset token; undefined if it can (DEMO-5). */
export const presetTokenProblem = (part: string, { DEMO_TOKEN }: Pick<Settings, 'DEMO_TOKEN'>): string | undefined =>
  DEMO_TOKEN === undefined || part === 'demo'
    ? undefined
    : 'DEMO_TOKEN: expected nothing; only the part demo, whose devices are simulated, admits a preset token';
