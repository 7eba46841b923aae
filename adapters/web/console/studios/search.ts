// Search for studios by words of their name, id and labels, in any order, case and with or without accents.
import type { StudioOverview } from '../api/contract.js';

/** Letters that have no decomposition into a base letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Returns a text in lower case and without accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? letter);

const folded = new WeakMap<StudioOverview, string>();

const textOf = (studio: StudioOverview): string => {
  const known = folded.get(studio);
  if (known !== undefined) return known;
  const text = fold([studio.name, studio.id, ...studio.labels].join(' '));
  folded.set(studio, text);
  return text;
};

/** Returns whether a text contains every word of a search. */
export const containsWords = (search: string): ((foldedText: string) => boolean) => {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
};

/** Returns a predicate for studios that a search finds. */
export const matchesSearch = (search: string): ((studio: StudioOverview) => boolean) => {
  const contains = containsWords(search);
  return (studio) => contains(textOf(studio));
};
