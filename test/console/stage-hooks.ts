// The hooks of React for components that are rendered without a browser, and that keep their state.
import * as React from 'react';

type Deps = readonly unknown[] | undefined;
type Cleanup = (() => void) | undefined;

interface Effect {
  deps: Deps;
  cleanup: Cleanup;
  /** The effect of the last rendering, unless it has run. */
  due: (() => unknown) | undefined;
}

/** What a component keeps from one rendering to the next. */
export interface Kept {
  readonly slots: unknown[];
  readonly effects: Effect[];
}

const differ = (one: Deps, other: Deps): boolean =>
  one === undefined || other === undefined || one.some((value, index) => !Object.is(value, other[index]));

interface Memo<A> {
  value: A;
  deps: Deps;
}

/** The contexts around a component, by what React calls the context. */
export type Contexts = ReadonlyMap<unknown, unknown>;

const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as {
  H: unknown;
};

/** Returns a function that calls a component with its hooks. `onChange` is called when a component changes its state. */
export const hooksOf = (onChange: () => void) => {
  let next = 0;
  let ids = 0;
  let kept: Kept = { slots: [], effects: [] };
  let contexts: Contexts = new Map();
  const slot = <A>(make: () => A): A => {
    if (next >= kept.slots.length) kept.slots.push(make());
    return kept.slots[next++] as A;
  };
  const useReducer = <A, B>(reduce: (value: A, action: B) => A, initial: A, init?: (value: A) => A) => {
    const cell = slot(() => {
      const made = { value: init === undefined ? initial : init(initial), reduce, send: (_: B): void => undefined };
      made.send = (action) => {
        const value = made.reduce(made.value, action);
        if (!Object.is(value, made.value)) onChange();
        made.value = value;
      };
      return made;
    });
    cell.reduce = reduce;
    return [cell.value, cell.send] as const;
  };
  type Next<A> = A | ((value: A) => A);
  const resolved = <A>(value: A, change: Next<A>): A =>
    typeof change === 'function' ? (change as (value: A) => A)(value) : change;
  const useMemo = <A>(make: () => A, deps?: Deps): A => {
    const memo = slot((): Memo<A> => ({ value: make(), deps }));
    if (differ(memo.deps, deps)) Object.assign(memo, { value: make(), deps });
    return memo.value;
  };
  const useEffect = (run: Effect['due'], deps?: Deps): void => {
    const effect = slot((): Effect => {
      const made: Effect = { deps, cleanup: undefined, due: run };
      kept.effects.push(made);
      return made;
    });
    if (differ(effect.deps, deps)) effect.due = run;
    effect.deps = deps;
  };
  const useContext = <A>(context: React.Context<A>): A =>
    (contexts.has(context) ? contexts.get(context) : Reflect.get(context, '_currentValue')) as A;
  const hooks = {
    useReducer,
    useMemo,
    ...{ useContext, readContext: useContext, use: useContext },
    ...{ useEffect, useLayoutEffect: useEffect, useInsertionEffect: useEffect },
    useState: <A>(initial: Next<A>) =>
      useReducer<A | undefined, Next<A>>(resolved as never, undefined, () => resolved(undefined as A, initial)),
    useRef: <A>(current: A) => slot(() => ({ current })),
    useCallback: <A>(callback: A, deps?: Deps) => useMemo(() => callback, deps),
    useId: () => slot(() => `id-${String((ids += 1))}`),
    useSyncExternalStore: <A>(subscribe: (listener: () => void) => () => void, get: () => A): A => {
      useEffect(() => subscribe(onChange), [subscribe]);
      return get();
    },
    useDebugValue: () => undefined,
  };
  return <A>(own: Kept, around: Contexts, component: () => A): A => {
    const before = internals.H;
    [kept, contexts, next] = [own, around, 0];
    internals.H = hooks;
    try {
      return component();
    } finally {
      internals.H = before;
    }
  };
};

/** Runs the effects of the last rendering, each after what the one before it left. */
export const runEffects = ({ effects }: Kept): void => {
  for (const effect of effects) {
    const { due } = effect;
    if (due === undefined) continue;
    effect.due = undefined;
    effect.cleanup?.();
    effect.cleanup = due() as Cleanup;
  }
};

/** Ends the effects of a component that is gone. */
export const endEffects = ({ effects }: Kept): void => {
  for (const { cleanup } of effects) cleanup?.();
};
