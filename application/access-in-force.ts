// The access configuration in force: compiled once when it arrives, swapped whole, and told to whoever watches it.
import type { AccessConfiguration } from '../domain/access/configuration.js';
import { enforce, type Enforcement, type EnforcementNeeds } from '../domain/access/enforcement.js';
import type { AccessInForce } from './ports.js';
import { watchers, type Watch } from './watch.js';

/** The configuration in force, with the means to replace it. */
export interface AccessHolder extends AccessInForce {
  /** Puts a configuration in force at once. Whether it may take the other's place is judged before. */
  readonly apply: (configuration: AccessConfiguration) => void;
  /** Tells what is in force after every swap. */
  readonly watch: Watch<Enforcement>;
}

/** Holds the configuration in force in memory, beginning with `first`. */
export const accessInForce = (needs: EnforcementNeeds, first: AccessConfiguration): AccessHolder => {
  const compile = enforce(needs);
  const { watch, tell } = watchers<Enforcement>();
  let enforcement = compile(first);
  return {
    current: () => enforcement,
    apply: (configuration) => {
      enforcement = compile(configuration);
      tell(enforcement);
    },
    watch,
  };
};
