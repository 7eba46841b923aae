// Invitations: making one, and accepting it, by which an operator chooses the password.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Address } from '../../../domain/access/address.js';
import { looseText } from '../../../domain/codec/codec.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { invitationMs, type Invitation } from '../../../domain/console/invitation.js';
import { Password } from '../../../domain/console/operator.js';
import { changeOperator, findOperator, invitedOperator, type Operators } from '../../../domain/console/operators.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { operatorCaller } from '../../audit/sign-in-events.js';
import type { ConsoleServices } from '../console-services.js';
import { changeOperators } from './operators.js';
import type { SignIns } from './sign-in.js';
import type { SignInFailure } from './sign-in-failure.js';
import { signInThrottle, type SignInAttempt } from './sign-in-throttle.js';

/** Returns an invitation and its token. */
export const newInvitation = ({
  secrets,
  hashSecret,
  clock,
}: Pick<ConsoleServices, 'secrets' | 'hashSecret' | 'clock'>): { token: string; invitation: Invitation } => {
  const token = secrets.sessionKey();
  return { token, invitation: { tokenHash: hashSecret(token), expiresAt: clock.now() + invitationMs } };
};

/** Refuses an operator who signs in at an identity provider, as there is no password to choose, and one who is disabled. */
export const withInvitable =
  (username: string) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.filterOrElse(
        ({ password }) => password !== null,
        () => failure('conflict', `"${username}" signs in at an identity provider and has no password here`),
      ),
      E.filterOrElse(
        ({ disabled }) => !disabled,
        () => failure('conflict', `"${username}" is disabled: enable the account first`),
      ),
      E.map(() => operators),
    );

/** The body of an acceptance: the token of the link, and the password that the operator chooses. */
export const Acceptance = t.readonly(t.type({ token: looseText(1, 128), password: Password }), 'Acceptance');
export type Acceptance = t.TypeOf<typeof Acceptance>;

/** What accepting an invitation uses. */
export interface InvitationPorts extends Pick<
  ConsoleServices,
  'store' | 'clock' | 'passwords' | 'hashSecret' | 'audit'
> {
  readonly signIns: Pick<SignIns, 'recordRefusal'>;
}

/** The name of the change in the history and in the audit log. */
const action = 'invitation.accept';

/** How the audit log names refused attempts. */
const method = 'invitation';

const notValid = failure('conflict', 'this invitation is not valid any more: ask an admin for another one');

/** Counts an attempt as failed, and records one that has to wait. */
const counted = async (
  ports: InvitationPorts,
  attempt: SignInAttempt,
): Promise<E.Either<SignInFailure, () => Promise<void>>> => {
  const { waitMs, undo } = await signInThrottle(ports).count(attempt);
  if (waitMs === 0) return E.right(undo);
  const refused = { kind: 'throttled', retryAfterMs: waitMs } as const;
  ports.signIns.recordRefusal(attempt.from, method, refused);
  return E.left(refused);
};

/**
 * Sets the password of the invited operator, once, and returns the username. A token that is not valid counts as a failed
 * sign-in of its network (SIGN-IN-13).
 */
export const acceptInvitation = async (
  ports: InvitationPorts,
  { token, password }: Acceptance,
  from: Address,
): Promise<E.Either<ConsoleFailure | SignInFailure, string>> => {
  const { store, clock, passwords, hashSecret, audit, signIns } = ports;
  const undo = await counted(ports, { username: token, from });
  if (E.isLeft(undo)) return undo;
  const tokenHash = hashSecret(token);
  const operator = invitedOperator(await store.operators(), tokenHash, clock.now());
  if (operator === undefined) {
    signIns.recordRefusal(from, method, { kind: 'token_unknown' });
    return E.left(notValid);
  }
  await undo.right();
  const { username } = operator;
  const to = { password: await passwords.hash(password), mustChangePassword: false, invitation: undefined };
  const summary = `operator "${username}": accepted the invitation and chose a password`;
  const changed = await changeOperators(
    ports,
    { operator, action },
    {
      summary,
      // Another acceptance may have been faster.
      change: (operators) =>
        invitedOperator(operators, tokenHash, clock.now()) === undefined
          ? E.left(notValid)
          : changeOperator(username, to)(operators),
    },
  );
  if (E.isLeft(changed)) return changed;
  audit.record({ kind: 'change', caller: operatorCaller(username), address: from.text, operation: action, summary });
  return E.right(username);
};
