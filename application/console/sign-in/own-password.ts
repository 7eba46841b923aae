// An operator's change of their own password.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { looseText } from '../../../domain/codec/codec.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { mustChoosePassword, Password } from '../../../domain/console/operator.js';
import { invalid } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import { changeOwnAccount, type AccountOwner } from './own-account.js';
import type { SignIns } from './sign-in.js';
import type { SignInFailure } from './sign-in-failure.js';

/** The body of a password change. */
export const PasswordChange = t.readonly(t.type({ current: looseText(1, 1_024), next: Password }), 'PasswordChange');
export type PasswordChange = t.TypeOf<typeof PasswordChange>;

/** The ports of `changeOwnPassword`, besides the sign-ins. */
export type OwnPasswordPorts = Pick<ConsoleServices, 'store' | 'clock' | 'passwords' | 'audit'>;

const samePassword = invalid([{ path: 'next', expected: 'another password than the current one' }]);
const wrongCurrent = invalid([{ path: 'current', expected: 'the current password' }]);

/**
 * Changes an operator's password. A wrong current password counts as a failed sign-in, so that an open session can't be
 * used to guess it. Ends all other sessions of the operator.
 */
export const changeOwnPassword = async (
  { signIns, ports }: { readonly signIns: SignIns; readonly ports: OwnPasswordPorts },
  owner: AccountOwner,
  { current, next }: PasswordChange,
): Promise<E.Either<ConsoleFailure | SignInFailure, void>> => {
  const credentials = { username: owner.operator.username, password: current };
  const checked = await signIns.checkPassword(credentials, owner.from, 'password-change');
  if (E.isLeft(checked)) return E.left(checked.left.kind === 'wrong_credentials' ? wrongCurrent : checked.left);
  if (next === current && mustChoosePassword(checked.right)) return E.left(samePassword);
  const password = await ports.passwords.hash(next);
  return changeOwnAccount(ports, owner, {
    action: 'session.password',
    checked: checked.right,
    summary: 'a new password',
    to: { password, mustChangePassword: false, invitation: undefined },
  });
};
