// A bounded history with an id for each entry, so that a client that reconnects gets what it missed.

/** A bounded history. Ids increase with every entry. Ids of another run are unknown. */
export interface History<A> {
  /** Adds the entry that `make` returns for its id. */
  readonly add: (make: (id: string) => A) => A;
  /** Returns the entries after an id, oldest first; undefined if the id is unknown or too old. */
  readonly after: (id: string) => readonly A[] | undefined;
  /** Returns the newest id: nothing comes after it yet. */
  readonly newest: () => string;
  /** Returns the entries, oldest first. */
  readonly entries: () => readonly A[];
  /** Removes all entries. Every id so far becomes unknown. */
  readonly forget: () => void;
}

/** Returns an empty history of up to `size` entries. `run` differs from that of every other run. */
export const history = <A>(run: string, size: number): History<A> => {
  let entries: A[] = [];
  let newest = 0;
  const idOf = (number: number): string => `${run}-${String(number)}`;

  const numberOf = (id: string): number | undefined => {
    const digits = id.startsWith(`${run}-`) ? id.slice(run.length + 1) : '';
    return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
  };

  return {
    add: (make) => {
      newest += 1;
      const entry = make(idOf(newest));
      entries.push(entry);
      if (entries.length > size) entries.shift();
      return entry;
    },
    after: (id) => {
      const number = numberOf(id);
      const oldest = newest - entries.length;
      if (number === undefined || number < oldest || number > newest) return undefined;
      return entries.slice(number - oldest);
    },
    newest: () => idOf(newest),
    entries: () => entries,
    forget: () => {
      entries = [];
      newest += 1;
    },
  };
};
