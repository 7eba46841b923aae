// Operators: the first one of a new console, and their passwords.
import { firstOperator } from '../../domain/console/operator.js';
import type { ConsolePorts } from './ports.js';

/** Where the first operator's password is left for whoever set the console up. */
export interface PasswordNote {
  /** The password noted there; `fresh` is noted first where there is none. */
  readonly noted: (fresh: string) => Promise<string>;
}

type Ports = Pick<ConsolePorts, 'store' | 'passwords' | 'secrets'>;

/** Gives an operator a password, or another one; its sessions end and its old password is worth nothing at once. */
export const setPassword = async ({ store, passwords }: Ports, username: string, password: string): Promise<void> => {
  await store.setOperator({ username, password: await passwords.hash(password) });
};

const ensurePassword = async (ports: Ports, password: string): Promise<void> => {
  const operator = await ports.store.operator(firstOperator);
  const right = operator !== undefined && (await ports.passwords.matches(password, operator.password));
  if (!right) await setPassword(ports, firstOperator, password);
};

/**
 * Makes sure that somebody can sign in: the first operator with the password that was told, now as at every start, or
 * on a new console with a random one that is noted before it is valid.
 */
export const ensureOperator = async (ports: Ports, told: string | undefined, note: PasswordNote): Promise<void> => {
  if (told !== undefined) await ensurePassword(ports, told);
  else if (!(await ports.store.hasOperators()))
    await setPassword(ports, firstOperator, await note.noted(ports.secrets.password()));
};
