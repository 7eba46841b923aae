// The texts of a page in its language. English stands in the code; each further language is a catalogue beside this file.
import { setupI18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { chosenLanguage, languageFor } from './language.js';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('./*.po');

const pathOf = (language: string): string => `./${language}.po`;

/** The languages that a page offers, English first. */
export const languages = ['en', ...Object.keys(catalogues).map((path) => path.slice('./'.length, -'.po'.length))];

/** A page of developers is in English, and says so with `translate="no"`. */
const isTranslated = document.documentElement.translate;

/** What the address asks for, then what the reader has chosen, then what the browser prefers. */
const wanted = [new URLSearchParams(location.search).get('language'), chosenLanguage(), ...navigator.languages];

const language = isTranslated
  ? languageFor(
      wanted.filter((tag) => tag !== null),
      languages,
    )
  : 'en';

const catalogue = await catalogues[pathOf(language)]?.();

document.documentElement.lang = language;

export const i18n = setupI18n({ locale: language, messages: { [language]: catalogue?.messages ?? {} } });
i18n.setMessagesCompiler(compileMessage);

/** Returns an English text of the service in the language of the page, if a catalogue has it: what a field of the studio file is. */
export const translated = (text: string): string => (Object.hasOwn(i18n.messages, text) ? i18n._(text) : text);

/** The tag for dates, times and numbers. Hours count to 24 in each language, as studios write them. */
export const locale = language === 'en' ? 'en-GB' : language;
