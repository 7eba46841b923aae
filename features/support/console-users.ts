// The users of the console in the features, and their sign-in headers.
import type { ConsoleUser } from './driver.js';

/** The operator who may sign in. */
export const operatorUser = { username: 'admin', password: 'the operators own secret' } as const;

const basic = (secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${operatorUser.username}:${secret}`).toString('base64')}`,
});

/** The headers that each user sends. */
export const userSignIns: Readonly<Record<ConsoleUser, Readonly<Record<string, string>>>> = {
  operator: basic(operatorUser.password),
  'wrong password': basic('a guess'),
  anonymous: {},
};
