// Signing in: which credentials an operator needs, and what is recorded about it.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Address } from '../../../domain/access/address.js';
import { looseText } from '../../../domain/codec/codec.js';
import { mustChoosePassword, type Operator, type SignIn } from '../../../domain/console/operator.js';
import { SecondFactorCode } from '../../../domain/console/second-factor.js';
import { mustEnrol } from '../../../domain/console/second-factor-policy.js';
import { signedIn, type SignInMethod } from '../../audit/sign-in-events.js';
import type { ConsoleServices } from '../console-services.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { authenticator, type CheckedOperator } from './authenticator.js';
import type { CodePorts } from './code-checker.js';
import { refusedSignIns } from './refused-sign-ins.js';
import type { NewSession, SessionClient, Sessions } from './sessions.js';
import type { SignInFailure } from './sign-in-failure.js';

/** The body of a sign-in. `code` is a code of the second factor, for operators who have one. */
export const FullSignIn = t.readonly(
  t.type({
    username: looseText(1, 64),
    password: looseText(1, 1_024),
    code: withDefault<string | null>(t.union([SecondFactorCode, t.null]), null),
  }),
  'SignIn',
);
export type FullSignIn = t.TypeOf<typeof FullSignIn>;

/** Authenticates operators. A `method` is written in the audit log. Every promise rejects only when the store fails. */
export interface SignIns {
  /** Checks credentials of HTTP Basic. An account that needs a session for its next step is refused (SIGN-IN-6, SIGN-IN-12). */
  readonly check: (credentials: SignIn, from: Address) => CheckedOperator;
  /** Checks the password alone, of an operator whose session proves the rest. */
  readonly checkPassword: (credentials: SignIn, from: Address, method: SignInMethod) => CheckedOperator;
  /** Checks the password, and the code if the operator has a second factor. */
  readonly confirm: (credentials: FullSignIn, from: Address, method: SignInMethod) => CheckedOperator;
  /** Confirms credentials and begins a session. */
  readonly begin: (credentials: FullSignIn, client: SessionClient) => Promise<E.Either<SignInFailure, NewSession>>;
  /** Records a refused sign-in of somebody who isn't known by name. */
  readonly recordRefusal: (from: Address, method: SignInMethod, refused: SignInFailure) => void;
  /** Logs the refused sign-ins that were counted so far. */
  readonly flush: () => void;
}

type Ports = CodePorts & Pick<ConsoleServices, 'secrets' | 'passwords' | 'audit'>;

const codeRequired: E.Either<SignInFailure, never> = E.left({ kind: 'code_required' });
const sessionRequired: SignInFailure = { kind: 'session_required' };
const passwordChangeRequired: SignInFailure = { kind: 'password_change_required' };

/** Checks passwords and codes, and records what is refused. */
const recordedChecks = (ports: Ports) => {
  const { store } = ports;
  const { checkPassword, checkCode, forgive } = authenticator(ports);
  const refused = refusedSignIns(ports);

  /** Checks a password, and records a failure. Calls `onVerified` as the authenticator does. */
  const checked = async (
    credentials: SignIn,
    from: Address,
    method: SignInMethod,
    onVerified: () => void = () => undefined,
  ): CheckedOperator => {
    const operator = await store.operator(credentials.username);
    // A disabled account is treated like an unknown one.
    const enabled = operator?.disabled === true ? undefined : operator;
    const result = await checkPassword(enabled, credentials, from, onVerified);
    if (E.isLeft(result)) refused.record(operator, from, method, result.left);
    return result;
  };

  /** Accepts a complete sign-in. */
  const accept = async (operator: Operator, from: Address): CheckedOperator => {
    await forgive({ username: operator.username, from });
    return E.right(operator);
  };

  const withCode = async (operator: Operator, code: string, from: Address, method: SignInMethod): CheckedOperator => {
    const result = await checkCode(operator, code, from);
    if (E.isRight(result)) return accept(operator, from);
    refused.record(operator, from, method, result.left);
    return result;
  };

  const confirm: SignIns['confirm'] = async ({ code, ...credentials }, from, method) => {
    const result = await checked(credentials, from, method);
    if (E.isLeft(result)) return result;
    if (result.right.secondFactor === undefined) return accept(result.right, from);
    return code === null ? codeRequired : withCode(result.right, code, from, method);
  };

  return { checked, accept, confirm, refused };
};

/** Creates the sign-ins over a store. */
export const signIns = (ports: Ports, sessions: Sessions): SignIns => {
  const { audit, secondFactors } = ports;
  const { checked, accept, confirm, refused } = recordedChecks(ports);

  /** Returns why an operator may not use HTTP Basic (SIGN-IN-6, SIGN-IN-12). */
  const basicRefusal = (operator: Operator): SignInFailure | undefined => {
    if (mustChoosePassword(operator)) return passwordChangeRequired;
    const needsFactor = operator.secondFactor !== undefined || mustEnrol(secondFactors.policy, operator);
    return needsFactor ? sessionRequired : undefined;
  };

  /** Checks a password of an operator who may use it alone, and records the sign-in unless it was in the cache. */
  const alone = async (
    credentials: SignIn,
    from: Address,
    method: SignInMethod,
    refusalOf: (operator: Operator) => SignInFailure | undefined,
  ): CheckedOperator => {
    const seen = { isVerified: false };
    const result = await checked(credentials, from, method, () => {
      seen.isVerified = true;
    });
    if (E.isLeft(result)) return result;
    const refusal = refusalOf(result.right);
    if (refusal !== undefined) {
      refused.record(result.right, from, method, refusal);
      return E.left(refusal);
    }
    if (seen.isVerified) audit.record(signedIn(result.right.username, from, method));
    return result.right.secondFactor === undefined ? accept(result.right, from) : result;
  };

  return {
    check: (credentials, from) => alone(credentials, from, 'basic', basicRefusal),
    checkPassword: (credentials, from, method) => alone(credentials, from, method, () => undefined),
    confirm,
    begin: async (credentials, client) => {
      const confirmed = await confirm(credentials, client.from, 'session');
      if (E.isLeft(confirmed)) return confirmed;
      const method = confirmed.right.secondFactor === undefined ? 'session' : 'second-factor';
      const session = await sessions.begin(confirmed.right, client, method);
      if (E.isLeft(session)) refused.record(confirmed.right, client.from, method, session.left);
      return session;
    },
    recordRefusal: (from, method, failed) => {
      refused.record(undefined, from, method, failed);
    },
    flush: refused.flush,
  };
};
