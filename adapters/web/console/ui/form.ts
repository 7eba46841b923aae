// State of a form that is sent to the console: errors and progress.
import { useId, useState } from 'react';
import { explain, isUnauthorized, RequestRefused } from '../api/failure.js';
import { fieldErrors, noErrors, type FieldErrors } from '../api/rules.js';

/** Errors of the last attempt. */
interface FormErrors {
  readonly fields: FieldErrors;
  /** Error that belongs to no field of the form. */
  readonly general: string | undefined;
}

const none: FormErrors = { fields: noErrors, general: undefined };

/** Assigns an error to the fields that it names. `conflict` is the field that shows a conflict. */
const formErrors = (error: unknown, fields: readonly string[], conflict?: string): FormErrors => {
  const general = explain(error);
  // The dialog for signing in again opens by itself.
  if (isUnauthorized(error)) return none;
  if (!(error instanceof RequestRefused)) return { fields: noErrors, general };
  if (error.status === 409 && conflict !== undefined) return { fields: { [conflict]: general }, general: undefined };
  const named = fieldErrors(error.details.issues ?? []);
  const isShown = Object.keys(named).length > 0 && Object.keys(named).every((name) => fields.includes(name));
  return isShown ? { fields: named, general: undefined } : { fields: named, general };
};

export interface Form {
  readonly errors: FieldErrors;
  readonly failure: string | undefined;
  readonly isPending: boolean;
  /** Whether the form has unsaved input. */
  readonly isDirty: boolean;
  /** Id of the form element. */
  readonly id: string;
  /** Validates, then sends. On errors, focuses the first invalid field. */
  readonly submit: () => Promise<void>;
}

interface UseFormOptions {
  /** Paths of the fields, as errors name them. */
  readonly fields: readonly string[];
  readonly check?: () => FieldErrors;
  readonly send: () => Promise<unknown>;
  readonly conflict?: string;
  readonly isDirty?: boolean;
}

/** Returns the state of a form. */
export const useForm = ({ fields, check = () => noErrors, send, conflict, isDirty = false }: UseFormOptions): Form => {
  const [lastErrors, setLastErrors] = useState(none);
  /** True from the first attempt on: invalid fields then show their errors until they are valid. */
  const [isChecked, setChecked] = useState(false);
  const [isPending, setPending] = useState(false);
  const id = useId();
  const fail = (next: FormErrors): void => {
    setLastErrors(next);
    requestAnimationFrame(() => {
      document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
  };
  const submit = async (): Promise<void> => {
    const invalid = check();
    setChecked(true);
    if (Object.keys(invalid).length > 0) {
      fail(none);
      return;
    }
    setLastErrors(none);
    setPending(true);
    await send()
      .then(() => {
        setChecked(false);
      })
      .catch((error: unknown) => {
        fail(formErrors(error, fields, conflict));
      })
      .finally(() => {
        setPending(false);
      });
  };
  const errors = { ...lastErrors.fields, ...(isChecked ? check() : noErrors) };
  return { errors, failure: lastErrors.general, isPending, isDirty, id, submit };
};
