// An operator's change of their own account.
import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import type { Address } from '../../../domain/access/address.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import type { Operator, OperatorRoles } from '../../../domain/console/operator.js';
import {
  changeOperator,
  findOperator,
  type OperatorChanges,
  type Operators,
} from '../../../domain/console/operators.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { operatorCaller } from '../../audit/sign-in-events.js';
import type { Session } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { changeOperators } from './operators.js';

/** The operator who changes the account, their address, and their session if there is one. */
export interface AccountOwner {
  readonly operator: OperatorRoles;
  readonly from: Address;
  readonly session: Session | undefined;
}

/** A change of an account. */
export interface OwnAccountChange {
  /** The name of the change in the history and in the audit log. */
  readonly action: string;
  /** The account whose password was checked. */
  readonly checked: Pick<Operator, 'password'>;
  /** What has changed, for the history and the audit log. */
  readonly summary: string;
  readonly to: Pick<OperatorChanges, 'password' | 'mustChangePassword' | 'invitation' | 'secondFactor'>;
}

const changedMeanwhile = failure('conflict', 'somebody has changed your password meanwhile: sign in with the new one');

/** Refuses if the password isn't the one that was checked any more, as after a reset by an admin. */
const withPassword =
  (username: string, { password }: Pick<Operator, 'password'>) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.filterOrElse(
        (found) => found.password?.hash === password?.hash,
        () => changedMeanwhile,
      ),
      E.map(() => operators),
    );

/** Changes the account, and records the change in the audit log. Ends all other sessions of the operator (AUDIT-2). */
export const changeOwnAccount = async (
  ports: Pick<ConsoleServices, 'store' | 'clock' | 'audit'>,
  { operator, from, session }: AccountOwner,
  { action, summary, checked, to }: OwnAccountChange,
): Promise<E.Either<ConsoleFailure, void>> => {
  const { username } = operator;
  const update = {
    summary: `operator "${username}": ${summary}`,
    change: flow(withPassword(username, checked), E.chain(changeOperator(username, to))),
    exceptSession: session?.keyHash,
  };
  const changed = await changeOperators(ports, { operator, action }, update);
  if (E.isLeft(changed)) return changed;
  const event = { address: from.text, operation: action, summary: update.summary };
  ports.audit.record({ kind: 'change', caller: operatorCaller(username), ...event });
  return E.right(undefined);
};
