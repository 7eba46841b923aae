// A form with its own fields: what is typed is kept here until it is sent.
import equal from 'fast-deep-equal';
import { useState } from 'react';
import type { FieldErrors } from '../api/rules.js';
import { useForm, type Form } from './form.js';

/** What a text field is bound to. */
interface Bound {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
}

type TextsOf<A> = { readonly [Name in keyof A]: A[Name] extends string ? Name : never }[keyof A] & string;

/** A form and its fields. */
export interface Fields<A> extends Form {
  readonly value: A;
  readonly set: (change: Partial<A>) => void;
  /** Binds a text field to a field by its name. */
  readonly text: (name: TextsOf<A>) => Bound;
  /** Drops what was typed. */
  readonly clear: () => void;
}

interface UseFieldsOptions<A> {
  /** What the fields hold before anything is typed. */
  readonly first: A;
  readonly check: (value: A) => FieldErrors;
  readonly send: (value: A) => Promise<unknown>;
  /** The field that a taken name or id is in. */
  readonly conflict?: keyof A & string;
}

/** A form; what isn't typed follows `first`. */
export const useEntry = <A extends object>({ first, check, send, ...rest }: UseFieldsOptions<A>): Fields<A> => {
  const [typed, setTyped] = useState<Partial<A>>({});
  const value = { ...first, ...typed };
  const set = (change: Partial<A>): void => {
    setTyped((before) => ({ ...before, ...change }));
  };
  const form = useForm({
    ...{ fields: Object.keys(first), isDirty: !equal(value, first), ...rest },
    ...{ check: () => check(value), send: () => send(value) },
  });
  return {
    ...{ ...form, value, set },
    text: (name) => ({
      ...{ value: value[name] as string, error: form.errors[name] },
      onChange: (text) => {
        set({ [name]: text } as unknown as Partial<A>);
      },
    }),
    clear: () => {
      setTyped({});
    },
  };
};
