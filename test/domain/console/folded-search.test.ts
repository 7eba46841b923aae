// Search for words without regard to accents, case and order.
import { describe, expect, it } from 'vitest';
import { containsWords, fold } from '../../../domain/console/folded-search.js';

describe('a folded search', () => {
  it.each([
    ['TV Köln', 'tv koln'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Ærø', 'aero'],
    ['Diyarbakır', 'diyarbakir'],
    ['Œuvre', 'oeuvre'],
    ['Đorđe', 'dorde'],
    ['Þórður', 'thordur'],
  ])('reads %s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each([
    ['koln tv', true],
    ['  KÖLN ', true],
    ['tv bonn', false],
    ['', true],
  ])('%j finds TV Köln: %s', (search, expected) => {
    expect(containsWords(search)(fold('TV Köln'))).toBe(expected);
  });
});
