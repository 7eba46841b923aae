// An operator's own second factor: a new secret, setting it up, and removing it.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { looseText } from '../../../domain/codec/codec.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import type { Operator } from '../../../domain/console/operator.js';
import {
  normalizedCode,
  recoveryCodeCount,
  SecondFactorCode,
  SharedSecret,
  type SecondFactor,
} from '../../../domain/console/second-factor.js';
import { isSecondFactorRequired } from '../../../domain/console/second-factor-policy.js';
import { failure, invalid, type Failure } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import type { CodePorts } from './code-checker.js';
import { changeOwnAccount, type AccountOwner } from './own-account.js';
import type { SignIns } from './sign-in.js';
import type { SignInFailure } from './sign-in-failure.js';

/** A secret for an authenticator app. Nothing is stored yet. */
export const SecondFactorOffer = t.readonly(t.type({ secret: SharedSecret, address: t.string }), 'SecondFactorOffer');
export type SecondFactorOffer = t.TypeOf<typeof SecondFactorOffer>;

const currentCode = withDefault<string | null>(t.union([SecondFactorCode, t.null]), null);

/** The body that sets up a second factor. `currentCode` is one of the present factor, if there is one. */
export const SecondFactorSetup = t.readonly(
  t.type({ password: looseText(1, 1_024), secret: SharedSecret, code: SecondFactorCode, currentCode }),
  'SecondFactorSetup',
);
export type SecondFactorSetup = t.TypeOf<typeof SecondFactorSetup>;

/** The body that removes a second factor. */
export const SecondFactorRemoval = t.readonly(
  t.type({ password: looseText(1, 1_024), currentCode: SecondFactorCode }),
  'SecondFactorRemoval',
);
export type SecondFactorRemoval = t.TypeOf<typeof SecondFactorRemoval>;

/** The recovery codes of a new second factor, which are never shown again. */
export const RecoveryCodes = t.readonly(t.type({ recoveryCodes: t.readonlyArray(t.string) }), 'RecoveryCodes');
export type RecoveryCodes = t.TypeOf<typeof RecoveryCodes>;

/** The services behind the changes of one's own second factor. */
export type OwnSecondFactorPorts = CodePorts & Pick<ConsoleServices, 'secrets' | 'audit'>;

const action = 'session.second-factor';

interface Deps {
  readonly signIns: SignIns;
  readonly ports: OwnSecondFactorPorts;
}

type Result<A> = E.Either<ConsoleFailure | SignInFailure, A>;

const wrongPassword = invalid([{ path: 'password', expected: 'your password' }]);
const wrongPasswordOrCode = invalid([
  { path: 'password', expected: 'your password, together with a valid code of your present second factor' },
]);
const missingCode = invalid([{ path: 'currentCode', expected: 'a code of your present second factor' }]);
const wrongCode = invalid([{ path: 'code', expected: 'the code that your app shows now' }]);
const noKey = failure('conflict', 'consoles that share a database need SECOND_FACTOR_KEY for second factors');
const required = failure('conflict', 'this console requires a second factor: set up another one instead');

/** Checks the password, and a code of the present factor. Failures count as failed sign-ins. */
const confirmed = async (
  { signIns }: Deps,
  { operator: { username }, from }: AccountOwner,
  { password, currentCode: code }: Pick<SecondFactorSetup, 'password' | 'currentCode'>,
): Promise<Result<Operator>> => {
  const checked = await signIns.confirm({ username, password, code }, from, action);
  if (E.isRight(checked)) return checked;
  if (checked.left.kind === 'wrong_credentials') return E.left(code === null ? wrongPassword : wrongPasswordOrCode);
  return E.left(checked.left.kind === 'code_required' ? missingCode : checked.left);
};

/** Offers a new secret. */
export const offerSecondFactor = (
  { secondFactors: { codes, box } }: OwnSecondFactorPorts,
  { username }: AccountOwner['operator'],
): E.Either<Failure, SecondFactorOffer> => {
  const secret = codes.secret();
  return box === undefined ? E.left(noKey) : E.right({ secret, address: codes.address(secret, username) });
};

const change = (
  { ports }: Deps,
  owner: AccountOwner,
  checked: Operator,
  { secondFactor, summary }: { readonly secondFactor: SecondFactor | undefined; readonly summary: string },
): Promise<Result<void>> => changeOwnAccount(ports, owner, { action, summary, checked, to: { secondFactor } });

/** Sets up a second factor, or replaces it, once the app shows the right code. Ends the operator's other sessions. */
export const setUpSecondFactor = async (
  deps: Deps,
  owner: AccountOwner,
  body: SecondFactorSetup,
): Promise<Result<RecoveryCodes>> => {
  const { secondFactors, clock, secrets, hashSecret } = deps.ports;
  if (secondFactors.box === undefined) return E.left(noKey);
  const lastStep = secondFactors.codes.stepOf(body.secret, normalizedCode(body.code), clock.now());
  if (lastStep === undefined) return E.left(wrongCode);
  const owned = await confirmed(deps, owner, body);
  if (E.isLeft(owned)) return owned;
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, secrets.recoveryCode);
  const recoveryHashes = recoveryCodes.map((code) => hashSecret(normalizedCode(code)));
  const secondFactor = { sealedSecret: secondFactors.box.seal(body.secret), lastStep, recoveryHashes };
  const changed = await change(deps, owner, owned.right, { secondFactor, summary: 'a new second factor' });
  return E.isLeft(changed) ? changed : E.right({ recoveryCodes });
};

/** Removes the second factor, unless the operator has to have one. Ends the operator's other sessions. */
export const removeSecondFactor = async (
  deps: Deps,
  owner: AccountOwner,
  body: SecondFactorRemoval,
): Promise<Result<void>> => {
  const owned = await confirmed(deps, owner, body);
  if (E.isLeft(owned)) return owned;
  if (isSecondFactorRequired(deps.ports.secondFactors.policy, owned.right)) return E.left(required);
  return change(deps, owner, owned.right, { secondFactor: undefined, summary: 'no second factor' });
};
