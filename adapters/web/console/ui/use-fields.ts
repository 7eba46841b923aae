// State of a form with fields: keeps the input until the form is sent.
import equal from 'fast-deep-equal';
import { useState } from 'react';
import type { FieldErrors } from '../api/rules.js';
import { useForm, type Form } from './form.js';

/** Props that bind a text field. */
interface TextBinding {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
}

type TextNames<A> = { readonly [Name in keyof A]: A[Name] extends string ? Name : never }[keyof A] & string;

/** A form with the values of its fields. */
export interface FieldsForm<A> extends Form {
  readonly value: A;
  readonly set: (change: Partial<A>) => void;
  /** Returns the props of a text field. */
  readonly text: (name: TextNames<A>) => TextBinding;
  /** Clears the input. */
  readonly clear: () => void;
}

interface UseFieldsOptions<A> {
  /** Values of the fields without input. */
  readonly initial: A;
  readonly check: (value: A) => FieldErrors;
  readonly send: (value: A) => Promise<unknown>;
  /** Field that shows a conflict, such as a name in use. */
  readonly conflict?: keyof A & string;
}

/** Returns a form. Fields without input follow `initial`. */
export const useFields = <A extends object>({ initial, check, send, ...rest }: UseFieldsOptions<A>): FieldsForm<A> => {
  const [input, setInput] = useState<Partial<A>>({});
  const value = { ...initial, ...input };
  const set = (change: Partial<A>): void => {
    setInput((previous) => ({ ...previous, ...change }));
  };
  const form = useForm({
    ...rest,
    fields: Object.keys(initial),
    isDirty: !equal(value, initial),
    check: () => check(value),
    send: () => send(value),
  });
  return {
    ...form,
    value,
    set,
    text: (name) => ({
      value: value[name] as string,
      error: form.errors[name],
      onChange: (text) => {
        set({ [name]: text } as unknown as Partial<A>);
      },
    }),
    clear: () => {
      setInput({});
    },
  };
};
