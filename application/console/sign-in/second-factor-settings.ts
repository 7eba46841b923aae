// What second factors need beside the console's other services.
import type { SecondFactorPolicy } from '../../../domain/console/second-factor-policy.js';
import type { OneTimeCodes, SecretBox } from '../../ports/second-factors.js';

/** Who needs a second factor, and how its codes are checked. */
export interface SecondFactorSettings {
  readonly policy: SecondFactorPolicy;
  readonly codes: OneTimeCodes;
  /** Undefined if the consoles of a shared database have no common key: then none can be set up. */
  readonly box: SecretBox | undefined;
}
