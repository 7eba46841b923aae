// The list of operators: whom it takes, and that somebody who may do everything is always on it.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../failure.js';
import type { Operator } from './operator.js';

/** Everybody who may sign in. */
export type Operators = readonly Operator[];

/** The most that the list takes. */
const mostOperators = 1_000;

const isNamed =
  (username: string) =>
  (operator: Operator): boolean =>
    operator.username.toLowerCase() === username.toLowerCase();

/** Adds an operator. Names are unique, letters' case aside. */
export const addOperator =
  (added: Operator) =>
  (operators: Operators): E.Either<Failure, Operators> => {
    if (operators.some(isNamed(added.username)))
      return E.left(failure('conflict', `there is an operator "${added.username}" already`));
    return operators.length < mostOperators
      ? E.right([...operators, added])
      : E.left(failure('conflict', `there are ${String(mostOperators)} operators already, the most that can be`));
  };

/** An operator by the name, as it is written. */
export const findOperator = (operators: Operators, username: string): E.Either<Failure, Operator> =>
  E.fromNullable(failure('not_found', `there is no operator "${username}"`))(
    operators.find((operator) => operator.username === username),
  );

const withAdmin = (operators: Operators): E.Either<Failure, Operators> =>
  operators.some(({ role }) => role === 'admin')
    ? E.right(operators)
    : E.left(failure('conflict', 'the last operator with the role admin has to stay one'));

/** Gives an operator another role or password. The last admin stays one. */
export const changeOperator =
  (username: string, changes: Partial<Pick<Operator, 'role' | 'password'>>) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.map((changed) => operators.map((one) => (one === changed ? { ...one, ...changes } : one))),
      E.chain(withAdmin),
    );

/** Takes an operator off the list; never the last admin. */
export const removeOperator =
  (username: string) =>
  (operators: Operators): E.Either<Failure, Operators> =>
    pipe(
      findOperator(operators, username),
      E.map((gone) => operators.filter((one) => one !== gone)),
      E.chain(withAdmin),
    );
