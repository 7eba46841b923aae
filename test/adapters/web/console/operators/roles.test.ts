// The roles of an operator in words, and as they are edited.
import { expect, it } from 'vitest';
import { rolesInWords, withGrant, withoutGrant } from '../../../../../adapters/web/console/operators/roles.js';

it.each([
  [null, {}, 'No role'],
  ['viewer', {}, 'Viewer in all studios'],
  [null, { a: 'operator' }, 'Operator in a'],
  ['viewer', { a: 'operator', b: 'admin' }, 'Viewer in all studios · 2 studios'],
] as const)('the roles %s and %j read %s', (role, studioRoles, words) => {
  expect(rolesInWords({ role, studioRoles })).toBe(words);
});

it('a role in a single studio is changed or removed alone', () => {
  const grant = (studioId: string) => ({ studioId, role: 'viewer' }) as const;
  expect(withGrant([grant('a'), grant('b')], 1, grant('c'))).toEqual([grant('a'), grant('c')]);
  expect(withoutGrant(['a', 'b', 'c'].map(grant), 1)).toEqual([grant('a'), grant('c')]);
});
