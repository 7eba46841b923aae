// A form that is sent to the console: what is typed, what is wrong with it, and whether it is under way.
import { useId, useState } from 'react';
import { explain, isSessionEnd, RequestRefused } from '../api/failure.js';
import { errorsOf, noErrors, type FieldErrors } from '../api/rules.js';

/** A failure that belongs beside a field, by the fields that there are. */
interface Failures {
  readonly fields: FieldErrors;
  /** What belongs to no field that is shown. */
  readonly whole: string | undefined;
}

const none: Failures = { fields: noErrors, whole: undefined };

/** Puts a failure where it belongs. `conflict` is the field that a taken name or id is in. */
const placed = (error: unknown, fields: readonly string[], conflict?: string): Failures => {
  const whole = explain(error);
  // The page asks to sign in again by itself.
  if (isSessionEnd(error)) return none;
  if (!(error instanceof RequestRefused)) return { fields: noErrors, whole };
  if (error.status === 409 && conflict !== undefined) return { fields: { [conflict]: whole }, whole: undefined };
  const named = errorsOf(error.message);
  const isShown = Object.keys(named).length > 0 && Object.keys(named).every((name) => fields.includes(name));
  return isShown ? { fields: named, whole: undefined } : { fields: named, whole };
};

export interface Form {
  readonly errors: FieldErrors;
  readonly failure: string | undefined;
  readonly isPending: boolean;
  /** Whether anything is typed that isn't saved. */
  readonly isDirty: boolean;
  /** Of its element. */
  readonly id: string;
  /** Checks, then sends; the keyboard goes to the first field that is wrong. */
  readonly submit: () => Promise<void>;
}

interface UseFormOptions {
  /** The places of its fields. */
  readonly fields: readonly string[];
  readonly check?: () => FieldErrors;
  readonly send: () => Promise<unknown>;
  readonly conflict?: string;
  readonly isDirty?: boolean;
}

/** A form. */
export const useForm = ({ fields, check = () => noErrors, send, conflict, isDirty = false }: UseFormOptions): Form => {
  const [failures, setFailures] = useState(none);
  /** From the first attempt on, what is wrong shows as long as it is. */
  const [isChecked, setChecked] = useState(false);
  const [isPending, setPending] = useState(false);
  const id = useId();
  const fail = (next: Failures): void => {
    setFailures(next);
    requestAnimationFrame(() => {
      document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
  };
  const submit = async (): Promise<void> => {
    const wrong = check();
    setChecked(true);
    if (Object.keys(wrong).length > 0) {
      fail(none);
      return;
    }
    setFailures(none);
    setPending(true);
    await send()
      .then(() => {
        setChecked(false);
      })
      .catch((error: unknown) => {
        fail(placed(error, fields, conflict));
      })
      .finally(() => {
        setPending(false);
      });
  };
  const errors = { ...failures.fields, ...(isChecked ? check() : noErrors) };
  return { errors, failure: failures.whole, isPending, isDirty, id, submit };
};
