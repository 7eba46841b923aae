// What is being edited and not yet saved. It outlives a look at another view, and a session that has ended.
import equal from 'fast-deep-equal';
import { useCallback } from 'react';
import type { ConsoleReply } from './client.js';
import { createStore, useStore } from './store.js';

interface Draft {
  /** What the editing began with. */
  readonly base: ConsoleReply<unknown>;
  readonly value: unknown;
}

const drafts = createStore<ReadonlyMap<string, Draft>>(new Map());

const put = (key: string, draft: Draft | undefined): void => {
  const next = new Map(drafts.get());
  if (draft === undefined) next.delete(key);
  else next.set(key, draft);
  drafts.set(next);
};

/** Forgets what is unsaved under a key. */
export const dropDraft = (key: string): void => {
  put(key, undefined);
};

/** Forgets everything: somebody else may come after who signs out. */
export const forgetDrafts = (): void => {
  drafts.set(new Map());
};

/** Whether anything is unsaved; with a key, under that key. */
export const useHasDraft = (key: string): boolean => useStore(drafts).has(key);

// Closing the page would lose what is unsaved: the browser asks first.
window.addEventListener('beforeunload', (event) => {
  if (drafts.get().size > 0) event.preventDefault();
});

/** Begins or goes on with an edit of what the console keeps under a key. */
export const startEditing = <A>(key: string, kept: ConsoleReply<A>, change: (value: A) => A): void => {
  const draft = drafts.get().get(key) as { base: ConsoleReply<A>; value: A } | undefined;
  put(key, { base: draft?.base ?? kept, value: change(draft?.value ?? kept.value) });
};

/** Something that is edited against what the console keeps. */
export interface Editing<A> {
  /** As the operator has it. */
  readonly value: A;
  readonly isDirty: boolean;
  /** What the editing began with; the console's own while nothing is edited. */
  readonly base: ConsoleReply<A>;
  /** What somebody else saved since the editing began; undefined where nobody did. */
  readonly meanwhile: ConsoleReply<A> | undefined;
  readonly edit: (value: A) => void;
  readonly discard: () => void;
  /** Goes on from what is kept now, with another value. */
  readonly rebase: (value: A) => void;
}

/** Edits what the console keeps under a key. */
export const useEditing = <A>(key: string, kept: ConsoleReply<A>): Editing<A> => {
  const draft = useStore(drafts).get(key) as { base: ConsoleReply<A>; value: A } | undefined;
  const base = draft?.base ?? kept;
  const begin = useCallback(
    (from: ConsoleReply<A>, value: A) => {
      put(key, equal(value, from.value) ? undefined : { base: from, value });
    },
    [key],
  );
  return {
    value: draft?.value ?? kept.value,
    isDirty: draft !== undefined,
    base,
    meanwhile: draft === undefined || equal(kept.value, base.value) ? undefined : kept,
    edit: (value) => {
      begin(base, value);
    },
    discard: () => {
      dropDraft(key);
    },
    rebase: (value) => {
      begin(kept, value);
    },
  };
};

/** Fields that were changed keep their change, all others follow what is kept now. */
export const merge = <A extends object>(base: A, mine: A, theirs: A): A =>
  Object.fromEntries(
    Object.entries(theirs).map(([name, there]) => {
      const key = name as keyof A;
      return [name, equal(mine[key], base[key]) ? there : mine[key]];
    }),
  ) as A;
