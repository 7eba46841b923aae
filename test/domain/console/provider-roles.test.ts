// Roles that an identity provider's claim gives.
import { describe, expect, it } from 'vitest';
import { parseRoleRules, rolesOf } from '../../../domain/console/provider-roles.js';

describe('role rules', () => {
  it('name a role, a studio or none, and a value that may contain equals signs and commas', () => {
    expect(parseRoleRules('admin= staff; operator@studio-1=cn=crew,dc=example ;viewer=a@b')).toEqual([
      { role: 'admin', studioId: null, value: 'staff' },
      { role: 'operator', studioId: 'studio-1', value: 'cn=crew,dc=example' },
      { role: 'viewer', studioId: null, value: 'a@b' },
    ]);
  });

  it.each([
    '',
    'admin',
    'admin=',
    'admin= ',
    'boss=staff',
    'admin@=staff',
    'admin@a b=staff',
    'admin=staff;',
    'Admin=staff',
  ])('are refused as a whole if one is invalid: %j', (text) => {
    expect(parseRoleRules(text)).toBeUndefined();
  });

  const rules = parseRoleRules('viewer=all;admin=staff;operator=staff;viewer@one=crew;operator@one=leads') ?? [];

  it.each([
    [[], { role: null, studioRoles: {} }],
    [['nobody', 'STAFF'], { role: null, studioRoles: {} }],
    [['all', 'staff'], { role: 'admin', studioRoles: {} }],
    [['crew'], { role: null, studioRoles: { one: 'viewer' } }],
    [['all', 'leads', 'crew'], { role: 'viewer', studioRoles: { one: 'operator' } }],
  ])('give the highest role: %j', (values, roles) => {
    expect(rolesOf(rules, values)).toEqual(roles);
  });
});
