// Observable values outside of components.
import { useSyncExternalStore } from 'react';

/** An observable value. */
export interface Store<A> {
  readonly get: () => A;
  readonly set: (value: A) => void;
  /** Calls the listener after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns a store with an initial value. Setting an identical value does not notify listeners. */
export const createStore = <A>(initial: A): Store<A> => {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Returns the current value of a store, also of a view that is rendered without a browser. */
export const useStore = <A>({ subscribe, get }: Store<A>): A => useSyncExternalStore(subscribe, get, get);
