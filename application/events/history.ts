// The last things that happened, each under an id by which a listener that comes back is told what it has missed.

/** A bounded history. Ids rise with every entry; those of another run are no ids here. */
export interface History<A> {
  /** Adds what `make` makes of its id. */
  readonly add: (make: (id: string) => A) => A;
  /** Everything that happened after an id, oldest first; undefined where that isn't known, or not any more. */
  readonly after: (id: string) => readonly A[] | undefined;
  /** The id from which nothing is missed. */
  readonly newest: () => string;
  /** What is kept, oldest first. */
  readonly kept: () => readonly A[];
  /** Forgets everything: from none of the ids up to now can be gone on. */
  readonly forget: () => void;
}

/** An empty history that keeps up to `size` entries; `run` is unlike that of any other run. */
export const history = <A>(run: string, size: number): History<A> => {
  let entries: A[] = [];
  let newest = 0;
  const spell = (number: number): string => `${run}-${String(number)}`;

  /** The number in an id of this run. */
  const numberIn = (id: string): number | undefined => {
    const digits = id.startsWith(`${run}-`) ? id.slice(run.length + 1) : '';
    return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
  };

  return {
    add: (make) => {
      newest += 1;
      const entry = make(spell(newest));
      entries.push(entry);
      if (entries.length > size) entries.shift();
      return entry;
    },
    after: (id) => {
      const number = numberIn(id);
      const oldest = newest - entries.length;
      if (number === undefined || number < oldest || number > newest) return undefined;
      return entries.slice(number - oldest);
    },
    newest: () => spell(newest),
    kept: () => entries,
    forget: () => {
      entries = [];
      newest += 1;
    },
  };
};
