// Finds the language of a page among those that are wanted, and keeps what its reader has chosen in this browser.

const storageKey = 'studio-control-language';

/** Returns the first wanted language that is offered, for tags such as `de-AT`; English without one. */
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

/** Stores the choice; `null` removes it. A page has it from its next loading on. */
export const chooseLanguage = (language: string | null): void => {
  try {
    if (language === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the page follows the browser.
  }
};
