// Light or dark: the setting of the operating system, unless the operator chose another for this browser.
import { createStore, useStore } from '../api/store.js';

const schemes = ['auto', 'light', 'dark'] as const;

/** `auto` follows the operating system. */
export type ColourScheme = (typeof schemes)[number];

const storageKey = 'studio-control-scheme';

const isScheme = (value: unknown): value is ColourScheme => schemes.some((scheme) => scheme === value);

/** Reads the stored choice. The browser may deny access to its storage. */
const storedScheme = (): ColourScheme => {
  try {
    const stored = localStorage.getItem(storageKey);
    return isScheme(stored) ? stored : 'auto';
  } catch {
    return 'auto';
  }
};

const current = createStore<ColourScheme>(storedScheme());

const apply = (): void => {
  document.documentElement.dataset['scheme'] = current.get();
};

apply();
current.subscribe(apply);

export const useColourScheme = (): ColourScheme => useStore(current);

/** Applies a scheme, and stores it if the browser allows. */
export const setColourScheme = (scheme: ColourScheme): void => {
  current.set(scheme);
  try {
    localStorage.setItem(storageKey, scheme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
};
