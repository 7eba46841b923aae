// Which language a page has.
import { expect, it, vi } from 'vitest';
import { chooseLanguage, chosenLanguage, languageFor } from '../../../../adapters/web/messages/language.js';

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'DE'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('@PANEL-8 @CONSOLE-38: for %j it is %s', (tags, language) => {
  expect(languageFor(tags, ['en', 'de'])).toBe(language);
});

it('the choice is kept, and ends with that of the browser', () => {
  chooseLanguage('de');
  expect(chosenLanguage()).toBe('de');
  chooseLanguage(null);
  expect(chosenLanguage()).toBeNull();
});

it('follows the browser where it denies access to its storage', () => {
  vi.stubGlobal('localStorage', undefined);
  chooseLanguage('de');
  expect(chosenLanguage()).toBeNull();
});
