// The operators' list as it is changed, and the first operator of a new console.
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { firstOperator, type Operator, type PasswordHash } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { EndpointContext } from '../endpoints/endpoint.js';
import type { ConsoleServices } from '../console-services.js';
import { historyEntry } from '../endpoints/studio-access.js';

/** Where the first operator's password is left for whoever set the console up. */
export interface InitialPasswordFile {
  /** The password noted there; `fresh` is noted first where there is none. */
  readonly noted: (fresh: string) => Promise<string>;
  /** What was noted is no password. */
  readonly withdraw: () => Promise<void>;
}

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'passwords'>;
type FirstPorts = Ports & Pick<ConsoleServices, 'secrets'>;

/** In whose name the console enters its first operator. */
const itself = { operator: { username: 'the console itself', role: 'admin' }, action: 'operator.ensure' } as const;

/** A change of the list. */
export interface OperatorsChanging {
  readonly summary: string;
  /** Must be pure. */
  readonly change: (operators: Operators) => E.Either<Failure, Operators>;
  /** The hash of the key of a session that lasts. */
  readonly spared?: string | undefined;
}

/** Changes the list and notes who did; whoever is changed is signed out, but from the session that is spared. */
export const changeOperators = (
  ports: Pick<Ports, 'store' | 'clock'>,
  by: Pick<EndpointContext, 'operator' | 'action'>,
  { summary, change, spared }: OperatorsChanging,
): Promise<E.Either<ConsoleFailure, Operators>> =>
  ports.store.changeOperators(
    (before) =>
      E.map((operators: Operators) => ({ operators, note: historyEntry(ports, by, summary) }))(change(before)),
    spared,
  );

/** Gives the first operator a password, and whatever it needs to do everything; its old password is worth nothing at once. */
export const setPassword = async (ports: Ports, username: string, password: string): Promise<PasswordHash> => {
  const operator: Operator = { username, role: 'admin', password: await ports.passwords.hash(password) };
  await changeOperators(ports, itself, {
    summary: `set the password of "${username}"`,
    change: (operators) => E.right([...operators.filter((other) => other.username !== username), operator]),
  });
  return operator.password;
};

/** Whether the first operator signs in with a password. */
export const isFirstPassword = async ({ store, passwords }: Ports, password: string): Promise<boolean> => {
  const operator = await store.operator(firstOperator);
  return operator !== undefined && passwords.matches(password, operator.password);
};

const isToldAgain = async ({ store, passwords }: Ports, password: string): Promise<boolean> => {
  const before = await store.configuredPassword();
  return before !== undefined && passwords.matches(password, before);
};

/** A setting that says what it said before says nothing about a password that was changed since. */
const takeTold = async (ports: Ports, password: string): Promise<void> => {
  if (await isToldAgain(ports, password)) return;
  const operator = await ports.store.operator(firstOperator);
  const isSo = operator?.role === 'admin' && (await ports.passwords.matches(password, operator.password));
  await ports.store.saveConfiguredPassword(
    isSo ? operator.password : await setPassword(ports, firstOperator, password),
  );
};

/** Only where nobody else has been entered meanwhile, as by another console that starts at the same time. */
const enterFirst = async (ports: FirstPorts, note: InitialPasswordFile): Promise<void> => {
  const password = await note.noted(ports.secrets.password());
  const operator: Operator = {
    ...{ username: firstOperator, role: 'admin' },
    password: await ports.passwords.hash(password),
  };
  const entered = await changeOperators(ports, itself, {
    summary: `entered the operator "${firstOperator}"`,
    change: (operators) =>
      operators.length === 0 ? E.right([operator]) : E.left(failure('conflict', 'there are operators already')),
  });
  if (E.isLeft(entered)) await note.withdraw();
};

/**
 * Makes sure that somebody can sign in: the first operator with the password that was told, unless it was told before, or
 * on a new console with a random one that is noted before it is valid.
 */
export const ensureOperator = async (
  ports: FirstPorts,
  told: string | undefined,
  note: InitialPasswordFile,
): Promise<void> => {
  if (told !== undefined) await takeTold(ports, told);
  else if ((await ports.store.operators()).length === 0) await enterFirst(ports, note);
};
