// Checks what is typed before it is sent, and what is sent.
import { noErrors, type FieldErrors } from '../api/rules.js';

/** Returns an error beside the field if no password is typed. */
export const checkPassword = (password: string): FieldErrors =>
  password === '' ? { password: 'Enter your password.' } : noErrors;

/** Returns an error beside a field if a code is too short. */
export const checkCode = (field: string, code: string): FieldErrors =>
  code.trim().length >= 6 ? noErrors : { [field]: 'Enter the 6 digits that the app shows.' };

/** What is typed to set up a second factor. `currentCode` is of the present one. */
export type SetUpInput = Readonly<Record<'password' | 'code' | 'currentCode', string>>;

/** Returns the errors of the fields; the present code is needed only if there is a second factor. */
export const checkSetUp = ({ code, currentCode, password }: SetUpInput, hasFactor: boolean): FieldErrors => ({
  ...checkCode('code', code),
  ...(hasFactor && checkCode('currentCode', currentCode)),
  ...checkPassword(password),
});

/** What sets up a second factor. `currentCode` is null without a present one. */
export interface SetUpRequest {
  readonly password: string;
  readonly secret: string;
  readonly code: string;
  readonly currentCode: string | null;
}

/** Returns the request that sets up a second factor, or replaces the present one. */
export const setUpRequestOf = (input: SetUpInput, secret: string, hasFactor: boolean): SetUpRequest => ({
  password: input.password,
  secret,
  code: input.code,
  currentCode: hasFactor ? input.currentCode : null,
});
