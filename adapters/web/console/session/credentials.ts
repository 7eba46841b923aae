// What is typed to sign in: what is missing of it, why it was refused, and what stays of it.
import { t } from '@lingui/core/macro';
import { explain, RequestRefused } from '../api/failure.js';
import type { FieldErrors } from '../api/rules.js';
import type { SignInCredentials } from './session.js';

const isRefused = (error: Error): boolean => error instanceof RequestRefused && error.status === 401;

/** Returns why a sign-in was refused; `hasCode` if it had a code of the second factor. */
export const explainRefusal = (error: Error, hasCode: boolean): string => {
  if (!isRefused(error)) return explain(error);
  return hasCode ? t`Wrong code. Each code can be used once: wait for the next one.` : t`Wrong username or password.`;
};

/** Returns an error beside each field that is empty. */
export const checkEntered = ({ username, password, code }: SignInCredentials): FieldErrors => ({
  ...(username === '' && { username: t`Enter your username.` }),
  ...(password === '' && { password: t`Enter your password.` }),
  ...(code === '' && { code: t`Enter a code.` }),
});

/** Returns what stays when a sign-in starts again: the username alone. */
export const restarted = ({ username }: SignInCredentials): SignInCredentials => ({ username, password: '' });
