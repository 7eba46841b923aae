// Checks a typed code before it is sent.
import { noErrors, type FieldErrors } from '../api/rules.js';

/** Returns an error beside a field if a code is too short. */
export const checkCode = (field: string, code: string): FieldErrors =>
  code.trim().length >= 6 ? noErrors : { [field]: 'Enter the 6 digits that the app shows.' };
