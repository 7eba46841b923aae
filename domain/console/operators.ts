// The list of operators: names are unique, and at least one enabled operator is an admin of all studios.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../failure.js';
import { endedInvitation, invitationMs, type Invitation } from './invitation.js';
import type { Operator, ProviderIdentity } from './operator.js';

/** All operators. */
export type Operators = readonly Operator[];

/** Maximum number of operators. */
const maxOperators = 1_000;

/**
 * The most operators of an identity provider without a role: anybody whom the provider knows can become one, and must not
 * take the places of all others (SIGN-IN-11).
 */
const maxWithoutRole = 100;

/** Whether an operator of an identity provider has no role yet, or none any more. */
const hasNoRole = ({ identity, role, studioRoles }: Operator): boolean =>
  identity !== undefined && role === null && Object.keys(studioRoles).length === 0;

/** Returns why there is no place for an operator; undefined if there is one. */
const fullReason = (operators: Operators, added: Operator): string | undefined => {
  if (operators.length >= maxOperators) return `the limit of ${String(maxOperators)} operators is reached`;
  return hasNoRole(added) && operators.filter(hasNoRole).length >= maxWithoutRole
    ? `the limit of ${String(maxWithoutRole)} operators of an identity provider without a role is reached`
    : undefined;
};

const isNamed =
  (username: string) =>
  (operator: Operator): boolean =>
    operator.username.toLowerCase() === username.toLowerCase();

/** Adds an operator. Names are unique, ignoring case. The number of operators is limited. */
export const addOperator =
  (added: Operator) =>
  (operators: Operators): E.Either<Failure, Operators> => {
    if (operators.some(isNamed(added.username)))
      return E.left(failure('conflict', `an operator named "${added.username}" already exists`));
    const full = fullReason(operators, added);
    return full === undefined ? E.right([...operators, added]) : E.left(failure('conflict', full));
  };

/** Finds an operator by name, case-sensitive. */
export const findOperator = (operators: Operators, username: string): E.Either<Failure, Operator> =>
  E.fromNullable(failure('not_found', `there is no operator "${username}"`))(
    operators.find((operator) => operator.username === username),
  );

/**
 * Admins of an identity provider don't count: they can't sign in while it is away. Neither do those who have not accepted
 * their invitation yet.
 */
const withAdmin = (operators: Operators): E.Either<Failure, Operators> =>
  operators.some(
    ({ role, disabled, password, invitation }) =>
      role === 'admin' && !disabled && password !== null && invitation === undefined,
  )
    ? E.right(operators)
    : E.left(
        failure('conflict', 'at least one enabled operator with a password must keep the role admin in all studios'),
      );

const withoutForeignPassword =
  (changes: OperatorChanges) =>
  (operator: Operator): E.Either<Failure, Operator> =>
    operator.password === null && changes.password !== undefined
      ? E.left(failure('conflict', `"${operator.username}" signs in at an identity provider and has no password here`))
      : E.right(operator);

/** What can be changed about an operator. */
export type OperatorChanges = Partial<Omit<Operator, 'username'>>;

/** A disabled account keeps no invitation that could be accepted once it is enabled (SIGN-IN-13). */
const changed = (operator: Operator, changes: OperatorChanges): Operator => {
  const after = { ...operator, ...changes };
  return after.disabled && after.invitation !== undefined
    ? { ...after, invitation: endedInvitation(after.invitation) }
    : after;
};

/** Changes an operator. A password can't be given to one of an identity provider. The last enabled admin remains one (OPERATOR-4). */
export const changeOperator =
  (username: string, changes: OperatorChanges) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.chain(withoutForeignPassword(changes)),
      E.map((found) => operators.map((operator) => (operator === found ? changed(operator, changes) : operator))),
      E.chain(withAdmin),
    );

/** Removes an operator, but never the last enabled admin (OPERATOR-4). */
export const removeOperator =
  (username: string) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.map((removed) => operators.filter((operator) => operator !== removed)),
      E.chain(withAdmin),
    );

/**
 * Whether a change of an operator ends their sessions: the account is disabled, or has another password or another second
 * factor (OPERATOR-5, SIGN-IN-8).
 */
export const endsSessions = (before: Operator | undefined, after: Operator): boolean =>
  before === undefined ||
  after.disabled ||
  before.password?.hash !== after.password?.hash ||
  before.secondFactor?.sealedSecret !== after.secondFactor?.sealedSecret;

/** An invitation that was made while the clock was ahead is not valid: it would be for longer than three days. */
const isValidAt = ({ expiresAt }: Invitation, now: number): boolean =>
  now < expiresAt && expiresAt <= now + invitationMs;

/** Finds the operator who may accept an invitation at a time. */
export const invitedOperator = (operators: Operators, tokenHash: string, now: number): Operator | undefined =>
  operators.find(
    ({ disabled, invitation }) => !disabled && invitation?.tokenHash === tokenHash && isValidAt(invitation, now),
  );

/** Finds the operator of an identity at a provider. Names and addresses don't count: they may belong to others. */
export const operatorOfIdentity = (operators: Operators, { issuer, subject }: ProviderIdentity): Operator | undefined =>
  operators.find(({ identity }) => identity?.issuer === issuer && identity.subject === subject);

/** What names of operators of identity providers begin with. Names of others contain no colon. */
const providerPrefix = 'sso:';

const maxNameLength = 56;

/** Returns a free name for an operator of an identity provider, who is called `name` there. */
export const providerUsername = (operators: Operators, name: string): string => {
  const base = name.replace(/[^A-Za-z0-9._@-]/g, '-').slice(0, maxNameLength);
  const nameAt = (count: number): string => `${providerPrefix}${base}${count === 1 ? '' : `-${String(count)}`}`;
  let count = 1;
  while (operators.some(isNamed(nameAt(count)))) count += 1;
  return nameAt(count);
};
