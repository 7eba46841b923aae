// The texts of a page in its language. English stands in the code; each further language is a catalogue beside this file.
import { I18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { chosenLanguage, languageFor } from './language.js';

type Values = NonNullable<MessageDescriptor['values']>;

const catalogues = import.meta.glob<{ readonly messages: Messages }>('./*.po');

const pathOf = (language: string): string => `./${language}.po`;

/** The languages that a page offers, English first. */
export const languages = ['en', ...Object.keys(catalogues).map((path) => path.slice('./'.length, -'.po'.length))];

/** The page of the simulator, which is for developers, has `translate="no"`: it stays in English. */
const isTranslated = document.documentElement.translate;

/** What the address asks for, then what the reader has chosen, then what the browser prefers. */
const wanted = [new URLSearchParams(location.search).get('language'), chosenLanguage(), ...navigator.languages];

const wantedLanguage = isTranslated
  ? languageFor(
      wanted.filter((tag) => tag !== null),
      languages,
    )
  : 'en';

/** Undefined for English, and if the catalogue can't be loaded: a page in English is better than none. */
const catalogue = await catalogues[pathOf(wantedLanguage)]?.().catch(() => undefined);

const language = catalogue === undefined ? 'en' : wantedLanguage;

document.documentElement.lang = language;

/** Names may contain what Lingui would decode, such as `\u202e`: they are shown as they stand (CONSOLE-25). */
const asTheyStand = (values: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\u005c') : value,
    ]),
  );

/** The texts of the page, for the code that Lingui makes of `t` and `Trans`. */
class Texts extends I18n {
  override _(message: MessageDescriptor | string, values?: Values, options?: MessageOptions): string {
    return typeof message === 'string'
      ? super._(message, asTheyStand(values), options)
      : super._({ ...message, values: asTheyStand(message.values) });
  }
}

export const i18n = new Texts({ locale: language, messages: { [language]: catalogue?.messages ?? {} } });
i18n.setMessagesCompiler(compileMessage);

/** Returns a description of a field of the studio file in the language of the page; the text itself without a translation. */
export const translateDescription = (text: string): string =>
  Object.hasOwn(i18n.messages, text) ? i18n._(text) : text;

/** The tag for dates, times and numbers. Hours count to 24 in English too, as studios write them. */
export const locale = language === 'en' ? 'en-GB' : language;

/** Compares texts in the order of the language, numbers in them by value: Studio 2 before Studio 10. */
export const compareTexts = new Intl.Collator(locale, { numeric: true }).compare;
