// An operator's change of their own account.
import * as E from 'fp-ts/lib/Either.js';
import type { Address } from '../../../domain/access/address.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import { changeOperator, type OperatorChanges } from '../../../domain/console/operators.js';
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
  /** What has changed, for the history and the audit log. */
  readonly summary: string;
  readonly to: Pick<OperatorChanges, 'password' | 'mustChangePassword' | 'invitation' | 'secondFactor'>;
}

/** Changes the account, and records the change in the audit log. Ends all other sessions of the operator (AUDIT-2). */
export const changeOwnAccount = async (
  ports: Pick<ConsoleServices, 'store' | 'clock' | 'audit'>,
  { operator, from, session }: AccountOwner,
  { action, summary, to }: OwnAccountChange,
): Promise<E.Either<ConsoleFailure, void>> => {
  const { username } = operator;
  const update = {
    summary: `operator "${username}": ${summary}`,
    change: changeOperator(username, to),
    exceptSession: session?.keyHash,
  };
  const changed = await changeOperators(ports, { operator, action }, update);
  if (E.isLeft(changed)) return changed;
  const event = { address: from.text, operation: action, summary: update.summary };
  ports.audit.record({ kind: 'change', caller: operatorCaller(username), ...event });
  return E.right(undefined);
};
