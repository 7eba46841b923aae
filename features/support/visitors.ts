// Who speaks to a console in the features, and how each shows who they are.
import type { Visitor } from './driver.js';

/** Who may sign in. */
export const operator = { username: 'admin', password: 'the operators own secret' } as const;

const basic = (secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${operator.username}:${secret}`).toString('base64')}`,
});

/** The headers that each sends. */
export const signIns: Readonly<Record<Visitor, Readonly<Record<string, string>>>> = {
  operator: basic(operator.password),
  'wrong password': basic('a guess'),
  stranger: {},
};
