// The language of a screen: the one that its address names, else the first of the browser's that there is.
import { de } from './de.js';
import { en, type Messages } from './en.js';

/** All languages. A further one is a file, and its name here. */
export const languages: readonly Messages[] = [en, de];

/** Returns the texts for tags of languages such as `de-AT`, the preferred one first; English without one that there is. */
export const textsFor = (tags: readonly string[]): Messages =>
  tags.flatMap((tag) => languages.filter(({ language }) => language === tag.toLowerCase().split('-', 1)[0])).at(0) ??
  en;

const asked = new URLSearchParams(location.search).get('language');

/** The texts of this page. */
export const texts = textsFor([...(asked === null ? [] : [asked]), ...navigator.languages]);
