// Changes of the operators' list, and the first operator of a new console.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { firstOperator, type Operator, type PasswordHash } from '../../../domain/console/operator.js';
import type { Operators } from '../../../domain/console/operators.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import { changeByConsole, historyEntry, type ChangeAuthor } from '../endpoints/studio-access.js';

/** The file with the generated password of the first operator. */
export interface InitialPasswordFile {
  /** Returns the password in the file; writes `generated` first if there is none. */
  readonly readOrCreate: (generated: string) => Promise<string>;
  /** Removes the file, as its password is not in use. */
  readonly remove: () => Promise<void>;
}

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'passwords' | 'audit'>;
type FirstPorts = Ports & Pick<ConsoleServices, 'secrets'>;

/** The name of the changes of the first operator. */
const ensuring = 'operator.ensure';

/** A change of the operators' list. */
export interface OperatorsUpdate {
  readonly summary: string;
  /** Must be pure. */
  readonly change: (operators: Operators) => E.Either<Failure, Operators>;
  /** The key hash of a session that does not end with the change. */
  readonly exceptSession?: string | undefined;
}

/** Changes the list with a history entry. Ends the sessions of changed operators, except `exceptSession`. */
export const changeOperators = (
  ports: Pick<Ports, 'store' | 'clock'>,
  by: ChangeAuthor,
  { summary, change, exceptSession }: OperatorsUpdate,
): Promise<E.Either<ConsoleFailure, Operators>> =>
  ports.store.changeOperators(
    (before) =>
      pipe(
        change(before),
        E.map((operators) => ({ operators, historyEntry: historyEntry(ports, by, summary) })),
      ),
    exceptSession,
  );

/** Returns an admin of all studios who can sign in. */
const enabledAdmin = (username: string, password: PasswordHash): Operator => ({
  username,
  role: 'admin',
  studioRoles: {},
  disabled: false,
  password,
});

/**
 * Sets an operator's password and the role `admin`, and enables the account; adds the operator if needed. The old password
 * is invalid at once.
 */
export const setPassword = async (ports: Ports, username: string, password: string): Promise<PasswordHash> => {
  const hash = await ports.passwords.hash(password);
  const operator = enabledAdmin(username, hash);
  await changeOperators(ports, changeByConsole(ports, ensuring), {
    summary: `set the password of "${username}"`,
    change: (operators) => E.right([...operators.filter((other) => other.username !== username), operator]),
  });
  return hash;
};

/** Whether this is the first operator's current password. */
export const isFirstOperatorPassword = async (
  { store, passwords }: Pick<Ports, 'store' | 'passwords'>,
  password: string,
): Promise<boolean> => {
  const operator = await store.operator(firstOperator);
  return operator?.password != null && passwords.matches(password, operator.password);
};

const isUnchanged = async ({ store, passwords }: Ports, configured: string): Promise<boolean> => {
  const before = await store.configuredPassword();
  return before !== undefined && passwords.matches(configured, before);
};

/** Applies a configured password once: if the setting is unchanged, the password may have been changed since. */
const applyConfiguredPassword = async (ports: Ports, configured: string): Promise<void> => {
  if (await isUnchanged(ports, configured)) return;
  const operator = await ports.store.operator(firstOperator);
  const current = operator?.role === 'admin' && !operator.disabled ? operator.password : null;
  const isCurrent = current !== null && (await ports.passwords.matches(configured, current));
  await ports.store.saveConfiguredPassword(isCurrent ? current : await setPassword(ports, firstOperator, configured));
};

/** Adds the first operator unless there is one meanwhile, as when another console starts at the same time. */
const addFirstOperator = async (ports: FirstPorts, file: InitialPasswordFile): Promise<void> => {
  const password = await file.readOrCreate(ports.secrets.password());
  const operator = enabledAdmin(firstOperator, await ports.passwords.hash(password));
  const added = await changeOperators(ports, changeByConsole(ports, ensuring), {
    summary: `added the operator "${firstOperator}"`,
    change: (operators) =>
      operators.length === 0 ? E.right([operator]) : E.left(failure('conflict', 'there are operators already')),
  });
  if (E.isLeft(added)) await file.remove();
};

/**
 * Ensures that an operator can sign in. A configured password is applied to the first operator if the setting has
 * changed. Without one, a new console gets a generated password, which is written to `file` before it is valid.
 */
export const ensureOperator = async (
  ports: FirstPorts,
  configured: string | undefined,
  file: InitialPasswordFile,
): Promise<void> => {
  if (configured !== undefined) await applyConfiguredPassword(ports, configured);
  else if ((await ports.store.operators()).length === 0) await addFirstOperator(ports, file);
};
