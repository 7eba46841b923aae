// Checks what is typed before it is sent.
import { noErrors, type FieldErrors } from '../api/rules.js';

/** Returns an error beside the field if no password is typed. */
export const checkPassword = (password: string): FieldErrors =>
  password === '' ? { password: 'Enter your password.' } : noErrors;

/** Returns an error beside a field if a code is too short. */
export const checkCode = (field: string, code: string): FieldErrors =>
  code.trim().length >= 6 ? noErrors : { [field]: 'Enter the 6 digits that the app shows.' };
