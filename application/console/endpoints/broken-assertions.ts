// Refuses changes that break what a studio asserts of its access (ASSERTION-1).
import { newlyBroken, type AssertionFacts, type CheckedAssertion } from '../../../domain/access/assertion.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { StudioEntry } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';

type Ports = Pick<ConsoleServices, 'clock' | 'actions'>;

/** Returns what assertions are checked against now. */
export const factsOf = ({ actions, clock }: Ports): AssertionFacts => ({ actions, now: clock.now() });

/** Returns broken assertions, each with what breaks it. */
export const inWords = (broken: readonly CheckedAssertion[]): string =>
  broken.map(({ name, reason }) => `"${name}" (${String(reason)})`).join(', ');

/** Returns why a change is refused: the assertions that it breaks. Undefined if it breaks none. */
export const brokenBy = (
  ports: Ports,
  { assertions = [], configuration }: Pick<StudioEntry, 'assertions' | 'configuration'>,
  after: AccessConfiguration,
): Failure | undefined => {
  if (assertions.length === 0) return undefined;
  const broken = newlyBroken(assertions, configuration, after, factsOf(ports));
  return broken.length === 0
    ? undefined
    : failure('forbidden', `nothing was changed, because it breaks what the studio asserts: ${inWords(broken)}`);
};
