// Judges whether the id of a server or studio, which is a password of legacy apps, can be guessed.

/** Minimum length of an id that can't be guessed, in characters. */
export const minSecretIdLength = 16;

/** A word, a number, or a word with a number before or after it. */
const plain = /^(?:\p{L}*\p{N}*|\p{N}+\p{L}+)$/u;

/** Whether an id is short, or consists of words and numbers only, such as `server-1`. A random one mixes both. */
export const isGuessableId = (id: string): boolean =>
  id.length < minSecretIdLength || id.split(/[^\p{L}\p{N}]+/u).every((part) => plain.test(part));
