// Studio keys: the secrets by which services authenticate to the console.

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Generates a key. `pick(n)` returns a cryptographically random integer from 0 to n - 1, uniformly distributed. */
export const generateStudioKey = (pick: (choices: number) => number): string =>
  `studio_${Array.from({ length: 40 }, () => alphabet.charAt(pick(alphabet.length))).join('')}`;
