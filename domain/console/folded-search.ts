// Search for words in any order, case and with or without accents.

/** Letters that have no decomposition into a base letter and an accent. */
const letters = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
] as const;

const foldLetters = (text: string): string =>
  letters.reduce(
    (folded, [letter, replacement]) => folded.replaceAll(letter, replacement),
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  );

/** ASCII has no accents. Most texts are ASCII, and many are folded at a time. */
const isAscii = /^\p{ASCII}*$/u;

/** Returns a text in lower case and without accents. */
export const fold = (text: string): string => (isAscii.test(text) ? text.toLowerCase() : foldLetters(text));

/** Returns the folded words of a search. */
export const foldedWords = (search: string): readonly string[] => fold(search).split(/\s+/).filter(Boolean);

/** Returns whether a folded text contains every word of a search. */
export const containsWords = (search: string): ((foldedText: string) => boolean) => {
  const words = foldedWords(search);
  return (text) => words.every((word) => text.includes(word));
};
