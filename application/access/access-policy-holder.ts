// Holds the access policy in force, and reports when it is replaced.
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { compileAccessPolicy, type AccessPolicy, type AccessPolicyDeps } from '../../domain/access/access-policy.js';
import type { CurrentAccess } from '../ports/current-access.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** The access policy in force, which can be replaced. */
export interface AccessPolicyHolder extends CurrentAccess {
  /** Puts a configuration in force at once. The caller has checked that it may replace the current one. */
  readonly apply: (configuration: AccessConfiguration) => void;
  /** Reports the new policy after every replacement. */
  readonly watch: Watch<AccessPolicy>;
}

/** Returns a holder, in memory, that starts with `first`. */
export const accessPolicyHolder = (deps: AccessPolicyDeps, first: AccessConfiguration): AccessPolicyHolder => {
  const compile = compileAccessPolicy(deps);
  const { watch, notify } = changeNotifier<AccessPolicy>();
  let policy = compile(first);
  return {
    current: () => policy,
    apply: (configuration) => {
      policy = compile(configuration);
      notify(policy);
    },
    watch,
  };
};
