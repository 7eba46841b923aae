// What the address of a display asks for.

/** What is shown, and what can't be. */
export interface Shown<Part extends string> {
  readonly parts: ReadonlySet<Part>;
  readonly unknown: readonly string[];
}

/** Returns the parts that `show` names, separated by commas; all of them without it. */
export const shownParts = <Part extends string>(all: readonly Part[], search: URLSearchParams): Shown<Part> => {
  const show = search.get('show');
  if (show === null) return { parts: new Set(all), unknown: [] };
  const named = show.split(',').flatMap((one) => one.trim().toLowerCase() || []);
  return {
    parts: new Set(all.filter((part) => named.includes(part))),
    unknown: named.filter((one) => !(all as readonly string[]).includes(one)),
  };
};

const [smallest, largest] = [0.25, 4];

/** Returns by what `size` multiplies the text: 1 without it, or if it is no number. */
export const textSize = (search: URLSearchParams): number => {
  const size = Number(search.get('size') ?? 1);
  return size > 0 ? Math.min(largest, Math.max(smallest, size)) : 1;
};
