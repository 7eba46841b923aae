// Who speaks to a console in the features, and how each shows who they are.
import type { ConsoleUser } from './driver.js';

/** Who may sign in. */
export const operatorUser = { username: 'admin', password: 'the operators own secret' } as const;

const basic = (secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${operatorUser.username}:${secret}`).toString('base64')}`,
});

/** The headers that each sends. */
export const userSignIns: Readonly<Record<ConsoleUser, Readonly<Record<string, string>>>> = {
  operator: basic(operatorUser.password),
  'wrong password': basic('a guess'),
  stranger: {},
};
