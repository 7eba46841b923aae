// The language of a page: what its reader has chosen in this browser, else the first of the browser's that there is.

const storageKey = 'studio-control-language';

/** Returns the first of the wanted languages that there is, for tags such as `de-AT`; English without one. */
export const languageFor = (wanted: readonly string[], languages: readonly string[]): string =>
  wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find((language) => languages.includes(language)) ??
  'en';

/** Returns the chosen language; nothing without a choice, or where the browser denies access to its storage. */
export const chosenLanguage = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

/** Chooses a language, or with `null` the browser's. It is shown from the next page on, where the browser stores it. */
export const chooseLanguage = (language: string | null): void => {
  try {
    if (language === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the page follows the browser.
  }
};
