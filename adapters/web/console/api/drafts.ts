// Unsaved changes. They survive navigation to another view and the end of the session.
import equal from 'fast-deep-equal';
import { useCallback } from 'react';
import type { ConsoleReply } from './client.js';
import { createStore, useStore } from './store.js';

interface Draft {
  /** The saved state that the draft is based on. */
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

/** Discards the draft under a key. */
export const dropDraft = (key: string): void => {
  put(key, undefined);
};

/** Drafts that are kept elsewhere. */
interface OtherDrafts {
  /** Whether one differs from what is saved. */
  readonly any: () => boolean;
  readonly drop: (studioId: string) => void;
  readonly clear: () => void;
}

const others: OtherDrafts[] = [];

/** Discards drafts that are kept elsewhere together with those here. */
export const alsoKeep = (kept: OtherDrafts): void => void others.push(kept);

/** Discards the drafts of a studio that the operator no longer sees. */
export const dropDraftsOf = (studioId: string): void => {
  for (const { drop } of others) drop(studioId);
  for (const key of drafts.get().keys()) if (key.startsWith(`${studioId}/`)) dropDraft(key);
};

/** Discards all drafts, so that the next operator at this browser does not see them. */
export const clearDrafts = (): void => {
  for (const { clear } of others) clear();
  drafts.set(new Map());
};

/** Returns whether there is a draft under a key. */
export const useHasDraft = (key: string): boolean => useStore(drafts).has(key);

// Makes the browser ask before it closes a page with drafts.
window.addEventListener('beforeunload', (event) => {
  if (drafts.get().size > 0 || others.some(({ any }) => any())) event.preventDefault();
});

/** Applies a change to the draft under a key. Creates the draft if there is none. */
export const startEditing = <A>(key: string, saved: ConsoleReply<A>, change: (value: A) => A): void => {
  const draft = drafts.get().get(key) as { base: ConsoleReply<A>; value: A } | undefined;
  put(key, { base: draft?.base ?? saved, value: change(draft?.value ?? saved.value) });
};

/** An edit of settings that the console stores. */
export interface Editing<A> {
  /** The value with the unsaved changes. */
  readonly value: A;
  readonly isDirty: boolean;
  /** The saved state that the edit is based on. */
  readonly base: ConsoleReply<A>;
  /** What another operator saved since the edit began, or undefined. */
  readonly conflict: ConsoleReply<A> | undefined;
  readonly edit: (value: A) => void;
  readonly discard: () => void;
  /** Bases the edit on the current saved state, with a new value. */
  readonly rebase: (value: A) => void;
}

/** Returns the edit of the saved state under a key. */
export const useEditing = <A>(key: string, saved: ConsoleReply<A>): Editing<A> => {
  const draft = useStore(drafts).get(key) as { base: ConsoleReply<A>; value: A } | undefined;
  // A tag can change while the value stays the same: a new token changes that of its device.
  const isSame = draft === undefined || equal(saved.value, draft.base.value);
  const base = isSame ? saved : draft.base;
  const putDraft = useCallback(
    (from: ConsoleReply<A>, value: A) => {
      put(key, equal(value, from.value) ? undefined : { base: from, value });
    },
    [key],
  );
  return {
    value: draft?.value ?? saved.value,
    isDirty: draft !== undefined,
    base,
    conflict: isSame ? undefined : saved,
    edit: (value) => {
      putDraft(base, value);
    },
    discard: () => {
      dropDraft(key);
    },
    rebase: (value) => {
      putDraft(saved, value);
    },
  };
};

/** Merges two edits of `base`: fields that `mine` changed keep its value, all others take the value of `theirs`. */
export const merge = <A extends object>(base: A, mine: A, theirs: A): A =>
  Object.fromEntries(
    Object.entries(theirs).map(([name, theirValue]) => {
      const key = name as keyof A;
      return [name, equal(mine[key], base[key]) ? theirValue : mine[key]];
    }),
  ) as A;
