// What a search finds.
import { expect, it } from 'vitest';
import { findTargets, pageTargets, recordTargets } from '../../../../../adapters/web/console/find/targets.js';

const target = (name: string, kind = 'Page') => ({ href: '/', name, kind });
const names = (wanted: string, ...targets: readonly ReturnType<typeof target>[]) =>
  findTargets(targets, wanted).map(({ name }) => name);
const many = (name: string) => Array.from({ length: 13 }, () => target(name));

it('what is found has every word in name or kind, and names that begin with the text first, 12 at most', () => {
  expect(names('ope', target('Slope'), target('Opera'), target('Other', 'Open'))).toEqual(['Opera', 'Slope', 'Other']);
  expect(names('page op', target('Opera'), target('Opera', 'Device'))).toEqual(['Opera']);
  expect(names('a', ...many('a'))).toHaveLength(12);
  expect([names(' desk', ...many('A Desk'), target('Désk'))[0], names('b', ...many('ab'), target('b'))[0]]).toEqual([
    ...['Désk', 'b'],
  ]);
});

it('the pages of admins are found by admins only', () => {
  const hrefs = (isAdmin: boolean) => pageTargets(isAdmin).map(({ href }) => href);
  expect(hrefs(false)).toEqual(['/studios', '/account']);
  expect(hrefs(true)).toEqual(['/studios', '/operators', '/removed-studios', '/account']);
});

it('records of the studio that is shown come first, with encoded addresses', () => {
  const record = (studioId: string) =>
    ({ kind: 'device', id: '1', studioId, studioName: 'S', name: 'a&b', detail: '' }) as const;
  expect(recordTargets([record('a'), record('b/c')], 'b/c').map(({ href, kind }) => [href, kind])).toEqual([
    ['/studios/b%2Fc/devices?search=a%26b', 'Device · S'],
    ['/studios/a/devices?search=a%26b', 'Device · S'],
  ]);
});
