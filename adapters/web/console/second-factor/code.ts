// Checks what is typed before it is sent, and what is sent.
import { t } from '@lingui/core/macro';
import type { BodyOf } from '../api/contract.js';
import { noErrors, type FieldErrors } from '../api/rules.js';

/** Returns an error beside the field if no password is typed. */
export const checkPassword = (password: string): FieldErrors =>
  password === '' ? { password: t`Enter your password.` } : noErrors;

/** Returns an error beside a field if a code is too short. */
export const checkCode = (field: string, code: string): FieldErrors =>
  code.trim().length >= 6 ? noErrors : { [field]: t`Enter the 6 digits that the app shows.` };

/** What is typed to set up a second factor. `currentCode` is of the present one. */
export type SetUpInput = Readonly<Record<'password' | 'code' | 'currentCode', string>>;

/** Returns the errors of the fields; the present code is needed only if there is a second factor. */
export const checkSetUp = ({ code, currentCode, password }: SetUpInput, hasFactor: boolean): FieldErrors => ({
  ...checkCode('code', code),
  ...(hasFactor && checkCode('currentCode', currentCode)),
  ...checkPassword(password),
});

/** Returns the request that sets up a second factor, or replaces the present one: `currentCode` is null without one. */
export const setUpRequestOf = (
  input: SetUpInput,
  secret: string,
  hasFactor: boolean,
): BodyOf<'session.second-factor'> => ({
  password: input.password,
  secret,
  code: input.code,
  currentCode: hasFactor ? input.currentCode : null,
});
