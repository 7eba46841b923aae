// Studio keys: what a studio's service shows the console to be let in.

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Spells a key; `pick(n)` gives an unguessable whole number from 0 to n - 1, each as likely as any other. */
export const spellStudioKey = (pick: (choices: number) => number): string =>
  `studio_${Array.from({ length: 40 }, () => alphabet.charAt(pick(alphabet.length))).join('')}`;
