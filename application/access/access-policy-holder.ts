// Holds the access policy in force, and reports when it is replaced.
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { compileAccessPolicy, type AccessPolicy, type AccessPolicyDeps } from '../../domain/access/access-policy.js';
import type { Clock } from '../ports/clock.js';
import type { CurrentAccess } from '../ports/current-access.js';
import { changeNotifier, type Watch } from '../ports/watch.js';

/** The access policy in force, which can be replaced. A token expires in it at its moment (TOKEN-12). */
export interface AccessPolicyHolder extends CurrentAccess {
  /** Puts a configuration in force at once. The caller has checked that it may replace the current one. */
  readonly apply: (configuration: AccessConfiguration) => void;
  /** Reports the new policy after every replacement, and when a token has expired. */
  readonly watch: Watch<AccessPolicy>;
  /** Stops reporting expired tokens. `current` still returns the policy as it is at its moment. */
  readonly stop: () => void;
}

export interface AccessPolicyHolderDeps extends AccessPolicyDeps {
  readonly clock: Clock;
}

/** The longest time until watchers notice that the clock was set forward, in milliseconds. Calls notice it at once. */
const longestWaitMs = 60_000;

/** Returns a holder, in memory, that starts with `first`. */
export const accessPolicyHolder = (deps: AccessPolicyHolderDeps, first: AccessConfiguration): AccessPolicyHolder => {
  const { clock } = deps;
  const compile = compileAccessPolicy(deps);
  const { watch, notify } = changeNotifier<AccessPolicy>();
  let policy = compile(first, clock.now());
  let reported = policy;
  let cancelTimer: () => void = () => undefined;

  /** Compiles the policy again if a token has expired. It stays expired if the clock is set back meanwhile (TOKEN-14). */
  const current = (): AccessPolicy => {
    const now = clock.now();
    if (now >= policy.nextExpiry) policy = compile(policy.configuration, now);
    return policy;
  };

  const reportChange = (): void => {
    if (current() === reported) return;
    reported = policy;
    notify(policy);
  };

  const waitForExpiry = (): void => {
    cancelTimer();
    if (policy.nextExpiry === Infinity) return;
    cancelTimer = clock.after(Math.max(0, Math.min(policy.nextExpiry - clock.now(), longestWaitMs)), () => {
      reportChange();
      waitForExpiry();
    });
  };

  waitForExpiry();
  return {
    current,
    apply: (configuration) => {
      policy = compile(configuration, clock.now());
      reportChange();
      waitForExpiry();
    },
    watch,
    stop: () => {
      cancelTimer();
    },
  };
};
