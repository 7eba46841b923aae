// Checks codes of second factors. Each is accepted once.
import type { Operator } from '../../../domain/console/operator.js';
import {
  isOneTimeCode,
  normalizedCode,
  withoutRecoveryCode,
  withUsedStep,
  type SecondFactor,
} from '../../../domain/console/second-factor.js';
import type { ConsoleServices } from '../console-services.js';

/** The services that check codes. */
export type CodePorts = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'secondFactors' | 'log'>;

/**
 * Returns a function that checks a typed code, and uses it up if it is right: a one-time code, or a recovery code. Two
 * consoles never accept the same code both.
 */
export const codeChecker = ({ store, clock, hashSecret, secondFactors, log }: CodePorts) => {
  const { codes, box } = secondFactors;

  const afterOneTimeCode = (factor: SecondFactor, code: string): SecondFactor | undefined => {
    const secret = box?.open(factor.sealedSecret);
    const step = secret === undefined ? undefined : codes.stepOf(secret, code, clock.now());
    return step === undefined ? undefined : withUsedStep(factor, step);
  };

  const afterCode = (factor: SecondFactor, code: string): SecondFactor | undefined =>
    isOneTimeCode(code) ? afterOneTimeCode(factor, code) : withoutRecoveryCode(factor, hashSecret(code));

  return ({ username, secondFactor }: Operator, typed: string): Promise<boolean> => {
    if (secondFactor !== undefined && box?.open(secondFactor.sealedSecret) === undefined)
      log.error('a second factor can not be read: SECOND_FACTOR_KEY is not the key that it was stored with', {
        operator: username,
      });
    return store.changeSecondFactor(username, (factor) => afterCode(factor, normalizedCode(typed)));
  };
};
