// The users of the console in the features, and their sign-in headers.
import type { ConsoleUser } from './driver.js';
import { basic } from '../../test/support/http-basic.js';

/** The operator who may sign in. */
export const operatorUser = { username: 'admin', password: 'the operators own secret' } as const;

const signIn = (password: string) => ({ Authorization: basic(operatorUser.username, password) });

/** The headers that each user sends. */
export const userSignIns: Readonly<Record<ConsoleUser, Readonly<Record<string, string>>>> = {
  operator: signIn(operatorUser.password),
  'wrong password': signIn('a guess'),
  anonymous: {},
};
