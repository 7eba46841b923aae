// What can be started by its name on the command line.
import { StartupError } from './startup-errors.js';
import { startConnected, startConsole, type Part } from './parts.js';
import type { Settings } from './settings.js';
import type * as simulatedParts from './simulated/parts.js';

type Start = (settings: Settings) => Promise<Part>;
type SimulatedParts = typeof simulatedParts;

const notInstalled = (error: unknown): never => {
  const { code, url } = error as NodeJS.ErrnoException & { readonly url?: string };
  if (code !== 'ERR_MODULE_NOT_FOUND' || url?.includes('/infra/simulated/parts.') !== true) throw error;
  throw new StartupError(
    'DEVICES: this installation comes without simulated devices; expected the part service or console, and devices that are real',
  );
};

/** What simulates is loaded where it is wanted only: production comes without it. */
const simulated =
  (name: keyof SimulatedParts): Start =>
  async (settings) => {
    const parts = await import('./simulated/parts.js').catch(notInstalled);
    return parts[name](settings);
  };

/** A studio that nobody has described is simulated, unless told otherwise; a studio that exists never is unasked. */
const service: Start = (settings) => {
  const devices = settings.DEVICES ?? (settings.STUDIO_FILE === undefined ? 'simulated' : 'real');
  return devices === 'simulated' ? simulated('service')(settings) : startConnected(settings);
};

/** Every part by its name. */
export const parts: Readonly<Record<string, Start>> = {
  all: simulated('all'),
  service,
  console: startConsole,
  simulator: simulated('simulator'),
  rehearsal: simulated('rehearsal'),
};
