// An operator's change of the own password.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Address } from '../../../domain/access/address.js';
import { text } from '../../../domain/codec/codec.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { Password, type OperatorRole } from '../../../domain/console/operator.js';
import { changeOperator } from '../../../domain/console/operators.js';
import { failure } from '../../../domain/failure.js';
import { changeOperators } from './operators.js';
import type { ConsoleServices } from '../console-services.js';
import type { SignIns } from './sign-in.js';
import type { NotSignedIn } from './not-signed-in.js';

/** What is sent to change a password. */
export const PasswordChange = t.readonly(t.type({ current: text(1, 1_024), next: Password }), 'PasswordChange');
export type PasswordChange = t.TypeOf<typeof PasswordChange>;

/** What it takes beside signing in. */
export type OwnPasswordPorts = Pick<ConsoleServices, 'store' | 'clock' | 'passwords' | 'hashSecret'>;

/** Who changes the password, from where, and in which session, where it is one. */
export interface Owner {
  readonly operator: OperatorRole;
  readonly from: Address;
  readonly session: string | undefined;
}

const wrongCurrent = failure('invalid_parameter', 'current: expected the password that is valid now');

/**
 * Gives an operator another password. A current one that is wrong counts as a failed sign-in, or every session left
 * open would be a way to guess it. All sessions of the operator end but the one it is done in.
 */
export const changeOwnPassword = async (
  { signIns, ports }: { readonly signIns: SignIns; readonly ports: OwnPasswordPorts },
  { operator, from, session }: Owner,
  { current, next }: PasswordChange,
): Promise<E.Either<ConsoleFailure | NotSignedIn, void>> => {
  const { username } = operator;
  const checked = await signIns.check({ username, password: current }, from);
  if (E.isLeft(checked)) return E.left(checked.left.kind === 'slowed' ? checked.left : wrongCurrent);
  const password = await ports.passwords.hash(next);
  const changed = await changeOperators(
    ports,
    { operator, action: 'session.password' },
    {
      summary: `operator "${username}": a new password`,
      change: changeOperator(username, { password }),
      spared: session && ports.hashSecret(session),
    },
  );
  return E.map(() => undefined)(changed);
};
