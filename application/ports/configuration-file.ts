// The port of the file that stores the access configuration.
import type { AccessConfiguration } from '../../domain/access/configuration.js';

/** Stores the newest access configuration. */
export interface ConfigurationFile {
  /** Returns the configuration to start with: the stored one, or the default if there is none. Never rejects. */
  readonly load: () => Promise<AccessConfiguration>;
  /** Resolves when the configuration would survive a power cut. Rejects if it can't be written. Calls must not overlap. */
  readonly save: (configuration: AccessConfiguration) => Promise<void>;
}
