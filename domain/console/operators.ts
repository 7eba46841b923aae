// The list of operators: names are unique, and at least one enabled operator is an admin of all studios.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../failure.js';
import type { Operator } from './operator.js';

/** All operators. */
export type Operators = readonly Operator[];

/** Maximum number of operators. */
const maxOperators = 1_000;

const isNamed =
  (username: string) =>
  (operator: Operator): boolean =>
    operator.username.toLowerCase() === username.toLowerCase();

/** Adds an operator. Names are unique, ignoring case. */
export const addOperator =
  (added: Operator) =>
  (operators: Operators): E.Either<Failure, Operators> => {
    if (operators.some(isNamed(added.username)))
      return E.left(failure('conflict', `an operator named "${added.username}" already exists`));
    return operators.length < maxOperators
      ? E.right([...operators, added])
      : E.left(failure('conflict', `the limit of ${String(maxOperators)} operators is reached`));
  };

/** Finds an operator by name, case-sensitive. */
export const findOperator = (operators: Operators, username: string): E.Either<Failure, Operator> =>
  E.fromNullable(failure('not_found', `there is no operator "${username}"`))(
    operators.find((operator) => operator.username === username),
  );

const withAdmin = (operators: Operators): E.Either<Failure, Operators> =>
  operators.some(({ role, disabled }) => role === 'admin' && !disabled)
    ? E.right(operators)
    : E.left(failure('conflict', 'at least one enabled operator must keep the role admin in all studios'));

/** What can be changed about an operator. */
export type OperatorChanges = Partial<Omit<Operator, 'username'>>;

/** Changes an operator. The last enabled admin remains one (OPERATOR-4). */
export const changeOperator =
  (username: string, changes: OperatorChanges) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.map((found) => operators.map((operator) => (operator === found ? { ...operator, ...changes } : operator))),
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

/** Whether a change of an operator ends their sessions: the account is disabled, or has another password (OPERATOR-5). */
export const endsSessions = (before: Operator | undefined, after: Operator): boolean =>
  after.disabled || before?.password !== after.password;
