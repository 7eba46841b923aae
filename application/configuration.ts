// What the service needs so that its access configuration outlives it.
import type { AccessConfiguration } from '../domain/access/configuration.js';

/** Where the last good configuration is kept. */
export interface KeptConfiguration {
  /** What is to be enforced at start: what was kept, or what holds in its place. Never rejects. */
  readonly load: () => Promise<AccessConfiguration>;
  /** Resolves once the configuration would survive a power cut; rejects when it can't be kept. Calls must not overlap. */
  readonly keep: (configuration: AccessConfiguration) => Promise<void>;
}
