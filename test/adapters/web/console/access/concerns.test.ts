// Which concerns about listed entries the page asks about: those that a change adds.
import { expect, it } from 'vitest';
import { newConcerns } from '../../../../../adapters/web/console/access/concerns.js';
import { access, noon } from '../../../../domain/fixtures.js';

const listing = (...entries: readonly (readonly [address: string, label: string])[]) =>
  access({ accessWithoutToken: 'listed', listedDevices: entries.map(([address, label]) => ({ address, label })) });

const before = listing(['10.0.0.0/8', 'All'], ['10.1.2.3', 'Desk']);

it('@LAN-14: asks only about what a change adds, not about a new label', () => {
  expect(newConcerns(before, listing(['10.0.0.0/8', 'Everything'], ['10.1.2.3', 'Panel']), noon)).toEqual([]);
  const added = newConcerns(before, listing(['10.0.0.0/8', 'All'], ['10.1.2.3', 'Desk'], ['10.1.2.4', 'Panel']), noon);
  expect(added).toEqual(['10.1.2.4 (Panel) is not needed: 10.0.0.0/8 (All) already holds it.']);
});

it('@LAN-15: asks about a whole network that a change adds', () => {
  expect(newConcerns(listing(), listing(['10.0.0.0/8', 'All']), noon)).toEqual([
    expect.stringContaining('16,777,216 addresses'),
  ]);
});
