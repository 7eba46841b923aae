// The parts that the command line can start.
import { StartupError } from './startup-errors.js';
import { startConnected, startConsolePart, type Part } from './parts.js';
import type { Settings } from './settings.js';
import type * as simulatedParts from './simulated/parts.js';

type Start = (settings: Settings) => Promise<Part>;
type SimulatedParts = typeof simulatedParts;

const notInstalled = (error: unknown): never => {
  const { code, url } = error as NodeJS.ErrnoException & { readonly url?: string };
  if (code !== 'ERR_MODULE_NOT_FOUND' || url?.includes('/infra/simulated/parts.') !== true) throw error;
  throw new StartupError(
    'DEVICES: simulated devices are not part of this installation; expected the part service or console, with real devices',
  );
};

/** Loads simulated parts only on demand: production installations don't contain them. */
const simulated =
  (name: keyof SimulatedParts): Start =>
  async (settings) => {
    const parts = await import('./simulated/parts.js').catch(notInstalled);
    return parts[name](settings);
  };

/** By default, devices are simulated without a studio file, and real with one. */
const service: Start = (settings) => {
  const devices = settings.DEVICES ?? (settings.STUDIO_FILE === undefined ? 'simulated' : 'real');
  return devices === 'simulated' ? simulated('service')(settings) : startConnected(settings);
};

/** All parts by name. */
export const parts: Readonly<Record<string, Start>> = {
  all: simulated('all'),
  service,
  console: startConsolePart,
  simulator: simulated('simulator'),
  rehearsal: simulated('rehearsal'),
};
