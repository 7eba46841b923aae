// An operator's change of their own password.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Address } from '../../../domain/access/address.js';
import { looseText } from '../../../domain/codec/codec.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { Password, type OperatorRoles } from '../../../domain/console/operator.js';
import { changeOperator } from '../../../domain/console/operators.js';
import { failure } from '../../../domain/failure.js';
import { operatorCaller } from '../../audit/sign-in-events.js';
import { changeOperators } from './operators.js';
import type { Session } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import type { SignIns } from './sign-in.js';
import type { SignInFailure } from './sign-in-failure.js';

/** The body of a password change. */
export const PasswordChange = t.readonly(t.type({ current: looseText(1, 1_024), next: Password }), 'PasswordChange');
export type PasswordChange = t.TypeOf<typeof PasswordChange>;

/** The ports of `changeOwnPassword`, besides the sign-ins. */
export type OwnPasswordPorts = Pick<ConsoleServices, 'store' | 'clock' | 'passwords' | 'audit'>;

const action = 'session.password';

/** The operator who changes the password, their address, and their session if there is one. */
export interface PasswordOwner {
  readonly operator: OperatorRoles;
  readonly from: Address;
  readonly session: Session | undefined;
}

const wrongCurrent = failure('invalid_parameter', 'current: expected the current password');

/**
 * Changes an operator's password. A wrong current password counts as a failed sign-in, so that an open session can't be
 * used to guess it. Ends all other sessions of the operator.
 */
export const changeOwnPassword = async (
  { signIns, ports }: { readonly signIns: SignIns; readonly ports: OwnPasswordPorts },
  { operator, from, session }: PasswordOwner,
  { current, next }: PasswordChange,
): Promise<E.Either<ConsoleFailure | SignInFailure, void>> => {
  const { username } = operator;
  const checked = await signIns.checkPassword({ username, password: current }, from, 'password-change');
  if (E.isLeft(checked)) return E.left(checked.left.kind === 'wrong_credentials' ? wrongCurrent : checked.left);
  const password = await ports.passwords.hash(next);
  const summary = `operator "${username}": a new password`;
  const changed = await changeOperators(
    ports,
    { operator, action },
    {
      summary,
      change: changeOperator(username, { password }),
      exceptSession: session?.keyHash,
    },
  );
  if (E.isLeft(changed)) return changed;
  ports.audit.record({
    kind: 'change',
    caller: operatorCaller(username),
    address: from.text,
    operation: action,
    summary,
  });
  return E.right(undefined);
};
