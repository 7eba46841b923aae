// A value that components watch, kept outside of them.
import { useSyncExternalStore } from 'react';

/** A value that can be watched. */
export interface Store<A> {
  readonly get: () => A;
  readonly set: (value: A) => void;
  /** Calls back after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store that holds `first` at first. Setting what is there already tells nobody. */
export const createStore = <A>(first: A): Store<A> => {
  const listeners = new Set<() => void>();
  let value = first;
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

/** What a store holds now. */
export const useStore = <A>({ subscribe, get }: Store<A>): A => useSyncExternalStore(subscribe, get);
