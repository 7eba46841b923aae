// The access configuration in force: compiled once when it arrives, swapped whole, and told to whoever watches it.
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { compileAccessPolicy, type AccessPolicy, type AccessPolicyDeps } from '../../domain/access/access-policy.js';
import type { CurrentAccess } from '../ports/current-access.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** The configuration in force, with the means to replace it. */
export interface AccessPolicyHolder extends CurrentAccess {
  /** Puts a configuration in force at once. Whether it may take the other's place is judged before. */
  readonly apply: (configuration: AccessConfiguration) => void;
  /** Tells what is in force after every swap. */
  readonly watch: Watch<AccessPolicy>;
}

/** Holds the configuration in force in memory, beginning with `first`. */
export const accessPolicyHolder = (needs: AccessPolicyDeps, first: AccessConfiguration): AccessPolicyHolder => {
  const compile = compileAccessPolicy(needs);
  const { watch, notify: tell } = changeNotifier<AccessPolicy>();
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
