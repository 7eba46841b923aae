// Light or dark: as the machine has it, unless somebody chose for this browser.
import { createStore, useStore } from '../api/store.js';

const schemes = ['auto', 'light', 'dark'] as const;

/** `auto` follows the machine. */
export type Scheme = (typeof schemes)[number];

const storageKey = 'studio-control-scheme';

const isScheme = (value: unknown): value is Scheme => schemes.some((scheme) => scheme === value);

/** A browser may keep pages from remembering anything. */
const remembered = (): Scheme => {
  try {
    const kept = localStorage.getItem(storageKey);
    return isScheme(kept) ? kept : 'auto';
  } catch {
    return 'auto';
  }
};

const chosen = createStore<Scheme>(remembered());

const apply = (): void => {
  document.documentElement.dataset['scheme'] = chosen.get();
};

apply();
chosen.subscribe(apply);

export const useScheme = (): Scheme => useStore(chosen);

/** Chooses, and remembers it where the browser allows. */
export const chooseScheme = (scheme: Scheme): void => {
  chosen.set(scheme);
  try {
    localStorage.setItem(storageKey, scheme);
  } catch {
    // It then holds until the page is closed.
  }
};
