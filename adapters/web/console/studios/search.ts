// Search for studios by words of their name, id and labels, in any order, case and with or without accents.
import type { StudioOverview } from '../api/contract.js';
import { containsWords, fold } from '../api/rules.js';

const folded = new WeakMap<StudioOverview, string>();

const textOf = (studio: StudioOverview): string => {
  const known = folded.get(studio);
  if (known !== undefined) return known;
  const text = fold([studio.name, studio.id, ...studio.labels].join(' '));
  folded.set(studio, text);
  return text;
};

/** Returns a predicate for studios that a search finds. */
export const matchesSearch = (search: string): ((studio: StudioOverview) => boolean) => {
  const contains = containsWords(search);
  return (studio) => contains(textOf(studio));
};
